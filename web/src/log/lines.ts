// The log is one stop on the keyboard's way: Tab comes to one of its lines, arrows, Home and End lead from line to line.

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

const LINE = "button, summary";

/** Lets one line of the list be reached by Tab, at first the last, which is the newest; afterwards the one that was used. */
export function lines(list: HTMLElement): { destroy: () => void } {
  let current: HTMLElement | null = null;
  const all = () =>
    [...list.querySelectorAll<HTMLElement>(LINE)].filter((line) => line.tagName === "SUMMARY" || !line.closest("details:not([open])"));

  function stop(): void {
    const found = all();
    if (!current || !found.includes(current)) current = null;
    const reached = current ?? found.at(-1);
    for (const line of found) line.tabIndex = line === reached ? 0 : -1;
  }
  function onfocusin(event: FocusEvent): void {
    current = (event.target as HTMLElement).closest(LINE);
    stop();
  }
  /** Whoever leaves the log finds its newest line next time. */
  function onfocusout(event: FocusEvent): void {
    if (list.contains(event.relatedTarget as Node | null)) return;
    current = null;
    stop();
  }
  function onkeydown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const found = all();
    const at = found.indexOf(event.target as HTMLElement);
    if (!step || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    found[Math.max(0, Math.min(found.length - 1, step(at, found.length - 1)))]!.focus();
  }

  const watch = new MutationObserver(stop);
  watch.observe(list, { childList: true, subtree: true, attributeFilter: ["open"] }); // also what is unfolded
  list.addEventListener("focusin", onfocusin);
  list.addEventListener("focusout", onfocusout);
  list.addEventListener("keydown", onkeydown);
  stop();
  return {
    destroy() {
      watch.disconnect();
      list.removeEventListener("focusin", onfocusin);
      list.removeEventListener("focusout", onfocusout);
      list.removeEventListener("keydown", onkeydown);
    },
  };
}
