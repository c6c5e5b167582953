/** The pages, and the addresses that name them. */

/** What a page shows, and of what. */
export interface Place {
  readonly page:
    | "league"
    | "matches"
    | "match"
    | "bot"
    | "versus"
    | "fair"
    | "tv"
    | "embed"
    | "enter"
    | "mine"
    | "seat"
    | "unknown";
  /** Match or bot; empty for pages of none. */
  readonly key: string;
  /** The other bot of a page of two. */
  readonly other?: string;
}

const UNKNOWN: Place = { page: "unknown", key: "" };

/** The place that an address names; `root` is the path of the first page. */
export function place(path: string, root: string): Place {
  const words = path.slice(root.length).split("/").filter(Boolean).map(decoded);
  const [first = "", second = "", third = "", fourth = ""] = words;
  switch (words.length) {
    case 0:
      return { page: "league", key: "" };
    case 1:
      return isPage(first) ? { page: first, key: "" } : UNKNOWN;
    case 2:
      return ofTwo(first, second);
    case 3:
      return first === "embed" && second === "matches" ? { page: "embed", key: third } : UNKNOWN;
    case 4:
      return first === "bots" && third === "vs"
        ? { page: "versus", key: second, other: fourth }
        : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function isPage(word: string): word is "matches" | "fair" | "tv" | "enter" | "mine" {
  return ["matches", "fair", "tv", "enter", "mine"].includes(word);
}

/** The place that a kind of page and a name make. */
function ofTwo(kind: string, key: string): Place {
  switch (kind) {
    case "matches":
      return { page: "match", key };
    case "bots":
      return { page: "bot", key };
    case "fair":
      return { page: "fair", key };
    case "seat":
      return { page: "seat", key };
    default:
      return UNKNOWN;
  }
}

/** A part of a path as it was before it became one; as it is where it never did. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
