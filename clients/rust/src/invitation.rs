//! Invitations: streams to other referees, beside the one to the lobby.

use std::sync::{Arc, Mutex};

use indexmap::IndexMap;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinSet;

use crate::matches::Matches;
use crate::notice::notice;
use crate::options::Token;
use crate::session::{Player, Session};
use crate::v1::Invitation;
use crate::{Error, client};

/// Invitations that a bot follows at once, and referees whose matches it remembers.
const MAX_INVITATIONS: usize = 64;

/// Follows invitations until nobody sends them any more and the streams have ended.
pub(crate) async fn follow(
    player: Player,
    mut invitations: UnboundedReceiver<Invitation>,
) -> Result<(), Error> {
    let mut streams = JoinSet::new();
    let mut elsewhere = IndexMap::<String, Arc<Mutex<Matches>>>::new();
    while let Some(invitation) = invitations.recv().await {
        while streams.try_join_next().is_some() {}
        if streams.len() >= MAX_INVITATIONS {
            notice(format_args!("no more than {MAX_INVITATIONS} invitations at once"));
            continue;
        }
        let matches = elsewhere.shift_remove(&invitation.address).unwrap_or_default();
        elsewhere.insert(invitation.address.clone(), Arc::clone(&matches));
        if elsewhere.len() > MAX_INVITATIONS {
            elsewhere.shift_remove_index(0);
        }
        let player = Player { invitations: None, matches, ..player.clone() };
        streams.spawn(accept(player, invitation));
    }
    while streams.join_next().await.is_some() {}
    Ok(())
}

/// Plays on one stream with the ticket as token. A bot that is still needed is invited again.
async fn accept(player: Player, invitation: Invitation) {
    if let (Ok(address), Ok(ticket)) = (invitation.address.parse(), Token::new(&invitation.ticket))
    {
        let (mut session, frames) = Session::new(player, invitation.address);
        let _ = client::dial(&mut session, frames, &address, &ticket).await;
    }
}
