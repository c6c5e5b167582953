/** The page that this address names. */

import { render } from "preact";
import type { Place } from "./api/place.ts";
import { here } from "./api/site.ts";
import { EnterPage } from "./owner/EnterPage.tsx";
import { MinePage } from "./owner/MinePage.tsx";
import { BotPage } from "./page/BotPage.tsx";
import { FairPage } from "./page/FairPage.tsx";
import { Frame, Message } from "./page/Frame.tsx";
import { LeaguePage } from "./page/LeaguePage.tsx";
import { MatchesPage } from "./page/MatchesPage.tsx";
import { EmbedPage, MatchPage } from "./page/MatchPage.tsx";
import { TvPage } from "./page/TvPage.tsx";
import { VersusPage } from "./page/VersusPage.tsx";
import { SeatPage } from "./seat/SeatPage.tsx";
import { restoreTheme } from "./theme.ts";
import "./style/base.css";
import "./style/layout.css";
import "./style/table.css";
import "./style/board.css";
import "./style/match.css";
import "./style/live.css";
import "./style/chart.css";
import "./style/course.css";
import "./style/owner.css";
import "./style/seat.css";

function Page({ page, key: name, other = "" }: Place) {
  switch (page) {
    case "league":
      return <LeaguePage />;
    case "matches":
      return <MatchesPage />;
    case "match":
      return <MatchPage id={name} />;
    case "bot":
      return <BotPage name={name} />;
    case "versus":
      return <VersusPage bot={name} opponent={other} />;
    case "fair":
      return <FairPage id={name} />;
    case "tv":
      return <TvPage />;
    case "embed":
      return <EmbedPage id={name} />;
    case "enter":
      return <EnterPage />;
    case "mine":
      return <MinePage />;
    case "seat":
      return <SeatPage token={name} />;
    case "unknown":
      return <UnknownPage />;
  }
}

function UnknownPage() {
  return (
    <Frame>
      <Message title="Not found" words="There is no page at this address." />
    </Frame>
  );
}

restoreTheme();
const target = document.getElementById("page");
if (target) render(Page(here()), target);
