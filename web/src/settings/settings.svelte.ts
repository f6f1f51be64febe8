// What a person has set for this browser; kept in its local storage.
export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "still";

interface Settings {
  theme: Theme;
  /** Percent of the usual size of letters. */
  text: number;
  sound: boolean;
  motion: Motion;
  /** Whether the first game of each kind explains itself. */
  guide: boolean;
  /** What others call this person. */
  name: string;
  /** How well a bot plays that takes a seat over; the usual level of the game if it has no such bot. */
  level: string;
}

const USUAL: Settings = { theme: "auto", text: 100, sound: false, motion: "auto", guide: true, name: "", level: "" };

function kept(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(globalThis.localStorage?.getItem("settings") ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...USUAL };
  }
}

export const settings = $state<Settings>(kept());

/** Keep the settings, and let the page look so. Called in an effect. */
export function applySettings(): void {
  localStorage.setItem("settings", JSON.stringify(settings));
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.motion === "auto") delete root.dataset.motion;
  else root.dataset.motion = settings.motion;
  root.style.fontSize = settings.text === 100 ? "" : `${settings.text}%`;
}
