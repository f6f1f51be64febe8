// A player without a plan: touches anything that is lit, and confirms.
import type { Page } from "playwright-core";

const PATIENCE = 60_000;

interface Wish {
  /** Three numbers from 0 to 1 to decide by. */
  dice: [number, number, number];
  /** How many things were touched since the last move. */
  touches: number;
  patience: number;
}

/** What to do, and where on the screen. */
interface Deed {
  what: "over" | "lift" | "confirm" | "touch" | "choose" | "let go" | "put back";
  x: number;
  y: number;
  /** Which of the choices, or how often N must be pressed to come to the thing. */
  nth: number;
}

/** Waits until something can be done and decides what, within the page: every question to a browser takes its time. */
async function decide({ dice, touches, patience }: Wish): Promise<Deed> {
  const until = performance.now() + patience;
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const pick = (things: HTMLElement[], by: number) => things[Math.floor(by * things.length)]!;
  const deed = (what: Deed["what"], thing?: HTMLElement): Deed => {
    thing?.scrollIntoView({ block: "nearest" });
    const box = thing?.getBoundingClientRect();
    const steps = all(".board .handle.lit, .board .handle.touched, .foot .choice, .foot .confirm");
    const gap = thing ? steps.indexOf(thing) - steps.indexOf(document.activeElement as HTMLElement) : 0;
    const nth = what === "choose" ? all(".foot .choice").indexOf(thing!) : (gap + steps.length) % steps.length || steps.length;
    return { what, x: box ? box.x + box.width / 2 : 0, y: box ? box.y + box.height / 2 : 0, nth };
  };
  while (performance.now() < until) {
    const [lift, confirm] = [all("[data-lift]")[0], all(".foot .confirm")[0]];
    const lit = all(".board .handle.lit:not(.touched)");
    const choices = all(".foot .choice");
    const touched = all(".board .handle.touched");
    if (all("main.end").length > 0) return deed("over");
    // A click that came late may have opened a sheet or looked back: put that back.
    if (all("dialog[open], .status.past").length > 0) return deed("put back");
    if (lift) return deed("lift", lift);
    if (confirm) return deed("confirm", confirm);
    if (lit.length > 0 && touches < 4 && (choices.length === 0 || dice[0] > 0.33)) return deed("touch", pick(lit, dice[1]));
    if (choices.length > 0) return deed("choose", pick(choices, dice[2]));
    if (touched.length > 0) return deed("let go", pick(touched, dice[1]));
    if (lit.length > 0) return deed("put back");
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  throw new Error("For a minute there was nothing to do.");
}

/** Numbers that look random and are the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Waits until the server has answered the move that was made last. */
export async function answered(page: Page): Promise<void> {
  await page.waitForSelector(".on-its-way", { state: "detached" });
}

export interface Robot {
  /** One step; false once the match is over. */
  step: () => Promise<boolean>;
  /** Play to the end, with so many milliseconds between two steps. */
  play: (pause?: number) => Promise<void>;
}

function robot(page: Page, seed: number, act: (deed: Deed) => Promise<void>): Robot {
  const roll = chance(seed);
  let touches = 0;
  const step = async (): Promise<boolean> => {
    const deed = await page.evaluate(decide, { dice: [roll(), roll(), roll()], touches, patience: PATIENCE } satisfies Wish);
    if (deed.what === "over") return false;
    touches = deed.what === "touch" ? touches + 1 : 0;
    await act(deed);
    return true;
  };
  return {
    step,
    play: async (pause = 0) => {
      for (let steps = 0; steps < 6_000; steps++) {
        if (!(await step())) return;
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
      }
      throw new Error("The match did not end in 6,000 steps.");
    },
  };
}

/** With a pointer. */
export function clicker(page: Page, seed = 1): Robot {
  return robot(page, seed, (deed) => (deed.what === "put back" ? page.keyboard.press("Escape") : page.mouse.click(deed.x, deed.y)));
}

/** Without one: N to what is lit, Enter to touch it, a number for a choice, C to confirm. */
export function typist(page: Page, seed = 2): Robot {
  const press = async (key: string, times = 1) => {
    for (let n = 0; n < times; n++) await page.keyboard.press(key);
  };
  return robot(page, seed, async (deed) => {
    if (deed.what === "lift") await press("Enter");
    else if (deed.what === "confirm") await press("c");
    else if (deed.what === "choose" && deed.nth < 9) await press(String(deed.nth + 1));
    else if (deed.what === "put back") await press("Escape");
    else {
      await press("n", deed.nth);
      await press("Enter");
    }
  });
}
