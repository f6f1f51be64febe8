// A player without a plan: touches anything that is lit, and confirms.
import type { Page } from "playwright-core";

const READY = "main.end, [data-lift], .foot .confirm, .foot .choice, .board .handle.lit";

/** What is to be done now, asked in one go since every question to the browser takes its time. */
async function look(page: Page): Promise<{ over: boolean; curtain: boolean; confirm: boolean; choices: number; lit: number; touched: number }> {
  await page.waitForSelector(READY, { timeout: 60_000 });
  return page.evaluate(() => ({
    over: document.querySelector("main.end") !== null,
    curtain: document.querySelector("[data-lift]") !== null,
    confirm: document.querySelector(".foot .confirm") !== null,
    choices: document.querySelectorAll(".foot .choice").length,
    lit: document.querySelectorAll(".board .handle.lit:not(.touched)").length,
    touched: document.querySelectorAll(".board .handle.touched").length,
  }));
}

/** Numbers that look random and are the same in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

export interface Robot {
  /** One step; false once the match is over. */
  step: () => Promise<boolean>;
  /** Play to the end. */
  play: () => Promise<void>;
}

export function clicker(page: Page, seed = 1): Robot {
  const roll = chance(seed);
  let touches = 0;
  // The page may change between looking and clicking, by a bot's move for instance: then simply look again.
  const click = (selector: string, n = 0) => page.locator(selector).nth(n).click({ timeout: 3_000 }).catch(() => undefined);
  const step = async (): Promise<boolean> => {
    const now = await look(page);
    if (now.over) return false;
    if (now.curtain) await click("[data-lift]");
    else if (now.confirm) {
      touches = 0;
      await click(".foot .confirm");
    } else if (now.lit > 0 && touches < 4 && (now.choices === 0 || roll(3) > 0)) {
      touches += 1;
      await click(".board .handle.lit:not(.touched)", roll(now.lit));
    } else if (now.choices > 0) {
      touches = 0;
      await click(".foot .choice", roll(now.choices));
    } else {
      // Nothing more goes with what is touched: let go of something.
      touches = 0;
      if (now.touched > 0) await click(".board .handle.touched", roll(now.touched));
      else await page.keyboard.press("Escape");
    }
    return true;
  };
  return robot(step);
}

/** The same without a pointer: N to what is lit, Enter to touch it, a number for a choice, C to confirm. */
export function typist(page: Page, seed = 2): Robot {
  const roll = chance(seed);
  let touches = 0;
  const step = async (): Promise<boolean> => {
    const now = await look(page);
    if (now.over) return false;
    if (now.curtain) await page.keyboard.press("Enter");
    else if (now.confirm) {
      touches = 0;
      await page.keyboard.press("c");
    } else if (now.choices > 0 && (now.lit === 0 || touches > 3 || roll(3) === 0)) {
      touches = 0;
      await page.keyboard.press(String(1 + roll(Math.min(9, now.choices))));
    } else if (now.lit > 0 && touches < 4) {
      touches += 1;
      for (let n = roll(Math.min(6, now.lit)); n >= 0; n--) await page.keyboard.press("n");
      await page.keyboard.press("Enter");
    } else {
      touches = 0;
      if (now.touched > 0) {
        for (let n = roll(now.touched); n >= 0; n--) await page.keyboard.press("n");
        await page.keyboard.press("Enter");
      } else await page.keyboard.press("Escape");
    }
    return true;
  };
  return robot(step);
}

function robot(step: () => Promise<boolean>): Robot {
  return {
    step,
    play: async () => {
      for (let steps = 0; steps < 3_000; steps++) if (!(await step())) return;
      throw new Error("The match did not end in 3,000 steps.");
    },
  };
}
