// Addresses of the pages. The server answers every one of them with the same page.

export type Route =
  | { page: "home" }
  /** `others` is who is to play the other seats. */
  | { page: "new"; game: string; others: string }
  | { page: "match"; match: string; key: string; step: number | null }
  | { page: "rules"; game: string; clause: string }
  | { page: "about"; game: string }
  | { page: "lobby" }
  | { page: "tournaments"; tournament: string }
  | { page: "people"; name: string }
  /** With a ticket from a letter or the operator: what it allows, by its name. */
  | { page: "account"; tickets: Record<"invitation" | "password" | "confirm" | "unsubscribe", string> };

export function parse(path: string, query: string, fragment: string): Route {
  const [first = "", second = ""] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const params = new URLSearchParams(query);
  if (first === "new" && second) return { page: "new", game: second, others: params.get("seats") ?? "" };
  if (first === "match" && second) {
    const step = params.get("step");
    // The key stands in the fragment, which no browser sends; links of older versions had it in the query.
    const key = new URLSearchParams(fragment.replace(/^#/, "")).get("key") ?? params.get("key") ?? "";
    return { page: "match", match: second, key, step: step === null ? null : Number(step) };
  }
  if (first === "rules" && second)
    return { page: "rules", game: second, clause: decodeURIComponent(fragment.replace(/^#/, "")) };
  if (first === "account") {
    const ticket = new URLSearchParams(fragment.replace(/^#/, ""));
    const [invitation = "", password = "", confirm = "", unsubscribe = ""] = [
      "invitation",
      "password",
      "confirm",
      "unsubscribe",
    ].map((name) => ticket.get(name) ?? "");
    return { page: "account", tickets: { invitation, password, confirm, unsubscribe } };
  }
  if (first === "people" && second) return { page: "people", name: second };
  if (first === "tournaments") return { page: "tournaments", tournament: second };
  if (first === "lobby") return { page: "lobby" };
  if (first === "about") return { page: "about", game: second };
  return { page: "home" };
}

const here = (): Route => parse(location.pathname, location.search, location.hash);

export const router = $state<{ route: Route }>({ route: here() });

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  router.route = here();
  if (!replace) scrollTo(0, 0);
}

/** Take the key out of the address bar once it is remembered, so that it is not shown to whoever looks over a shoulder. */
export function hideKey(match: string): void {
  history.replaceState(null, "", `/match/${encodeURIComponent(match)}`);
}

export function startRouter(): void {
  addEventListener("popstate", () => (router.route = here()));
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.("a[href^='/']");
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
