/** Which page an address shows. */

export type Page =
  | { name: "start" }
  | { name: "new"; edition: string }
  | { name: "table"; code: string }
  | { name: "text"; code: string }
  | { name: "replay"; code: string | null }
  | { name: "rules"; edition: string }
  | { name: "puzzle" }
  | { name: "stats" }
  | { name: "lost" };

export function pageOf(path: string): Page {
  const parts = path.split("/").filter(Boolean);
  const [first, second] = parts;
  if (parts.length === 0 || path === "/new") return { name: "start" };
  if (parts.length === 1 && first === "replay") return { name: "replay", code: null };
  if (parts.length === 1 && (first === "puzzle" || first === "stats")) return { name: first };
  if (parts.length !== 2 || second === undefined) return { name: "lost" };
  switch (first) {
    case "new":
      return { name: "new", edition: second };
    case "t":
      return { name: "table", code: second.toLowerCase() };
    case "text":
      return { name: "text", code: second.toLowerCase() };
    case "replay":
      return { name: "replay", code: second.toLowerCase() };
    case "rules":
      return { name: "rules", edition: second };
    default:
      return { name: "lost" };
  }
}
