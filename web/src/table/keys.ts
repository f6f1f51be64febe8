// Playing from the keyboard: what each key does at a table. Shortcuts.svelte tells them to the player.
import type { Table } from "./table.svelte";

export interface Around {
  sheet: (name: string) => void;
  side: (name: "log" | "chat") => void;
  /** Look so many moves further back or forward. */
  look: (by: number) => void;
  /** Show at once what comes before one's turn. */
  skip: () => void;
  /** A sheet or the curtain is before the table. */
  busy: () => boolean;
}

const SHEETS: Record<string, string> = { r: "rules", p: "people", s: "settings", "?": "keys" };

export function keysOf(table: Table, around: Around): (event: KeyboardEvent) => void {
  const numbers = new Numbers(table);
  return (event) => {
    const target = event.target as HTMLElement;
    const slides = target.matches("input[type=range]") && event.key.startsWith("Arrow");
    const writes = slides || target.matches("input:not([type=range], [type=checkbox], [readonly]), textarea, select, [contenteditable]");
    if (around.busy() || event.ctrlKey || event.metaKey || event.altKey || (writes && event.key !== "Escape")) return;
    if (pressed(table, around, event.key) || (!event.repeat && numbers.pressed(event.key))) event.preventDefault();
  };
}

function pressed(table: Table, around: Around, key: string): boolean {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (SHEETS[name]) around.sheet(SHEETS[name]);
  else if (name === "l") around.side("log");
  else if (name === "t") around.side("chat");
  else if (name === "u") table.undo();
  else if (name === "h") table.help.ask();
  else if (name === "k") around.skip();
  else if (name === "ArrowLeft") around.look(-1);
  else if (name === "ArrowRight") around.look(1);
  else if (name === "Escape" || name === "Backspace") putBack(table);
  else if (name === "c") table.confirm();
  else if (name === "n") step(1);
  else if (name === "b") step(-1);
  else return false;
  return true;
}

function putBack(table: Table): void {
  if (table.past) table.past = null;
  else if (table.help.hint && !table.chosenOffer && table.touched.length === 0) table.help.forget();
  else table.reset();
}

/** The focus goes to the next thing that is lit, or the one before. */
function step(by: number): void {
  const lit = [...document.querySelectorAll<HTMLElement>(".board .handle.lit, .board .handle.touched, .foot .choice, .foot .confirm")];
  if (lit.length === 0) return;
  const now = lit.indexOf(document.activeElement as HTMLElement);
  lit[(now + by + lit.length) % lit.length]!.focus();
}

/** A number chooses a move of the bar, the same number again makes it. */
class Numbers {
  #last: { key: string; move: number | undefined } | null = null;

  constructor(private readonly table: Table) {}

  pressed(key: string): boolean {
    if (!/^[1-9]$/.test(key)) return false;
    const { pickedOffer } = this.table;
    if (pickedOffer) {
      if (this.#last?.key === key && this.#last.move === pickedOffer.move) this.table.confirm();
    } else {
      document.querySelectorAll<HTMLElement>(".foot .choice")[Number(key) - 1]?.click();
      this.#last = { key, move: this.table.pickedOffer?.move };
    }
    return true;
  }
}
