/** What is lost, by the code of the server's last word. */
export function lostBy(code: string | null): "old" | "reload" | "barred" | "table" {
  switch (code) {
    case "table/old_rules":
      return "old";
    case "protocol/version":
      return "reload";
    case "table/barred":
    case "address/barred":
      return "barred";
    default:
      return "table";
  }
}
