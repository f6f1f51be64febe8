// Which page is shown. Paths: / (home), /t/TABLE (a table, its secret after #), /new/GAME (set up),
// /rules/GAME and /rules/GAME/LANGUAGE (its rules), anything else is unknown.

const here = $state({ path: globalThis.location?.pathname ?? "/" });

export function path(): string[] {
  return here.path.split("/").filter(Boolean);
}

export function go(to: string): void {
  history.pushState(null, "", to);
  here.path = location.pathname;
  scrollTo(0, 0);
}

export function listen(): () => void {
  const back = () => (here.path = location.pathname);
  addEventListener("popstate", back);
  addEventListener("click", follow);
  return () => {
    removeEventListener("popstate", back);
    removeEventListener("click", follow);
  };
}

/** Links within the page change it without loading it anew. */
function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const to = link.getAttribute("href")!;
  if (to.startsWith("/api/") || link.hasAttribute("download") || link.hasAttribute("target")) return;
  event.preventDefault();
  go(to);
}
