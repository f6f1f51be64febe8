// What a person has set for this browser; kept in its local storage.
export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "still";
/** How long what others do stays in sight; “at once” waits for nothing. */
export type Speed = "slow" | "usual" | "fast" | "at once";

interface Settings {
  theme: Theme;
  /** Percent of the usual size of letters. */
  text: number;
  sound: boolean;
  motion: Motion;
  speed: Speed;
  /** Whether the first game of each kind explains itself. */
  guide: boolean;
  /** What others call this person; empty if they have given no name. */
  name: string;
  /** Whether they were asked for it: nobody asks twice. */
  asked: boolean;
  /** How well bots play, at once or when they take a seat over; the usual level of the game if it has no such bot. */
  level: string;
  /** Whether the spectators' talk is unfolded while one plays, and while one watches. */
  crowdPlaying: boolean;
  crowdWatching: boolean;
}

const USUAL: Settings = {
  theme: "auto",
  text: 100,
  sound: false,
  motion: "auto",
  speed: "usual",
  guide: true,
  name: "",
  asked: false,
  level: "",
  crowdPlaying: false,
  crowdWatching: true,
};

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
