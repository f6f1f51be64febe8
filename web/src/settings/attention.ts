// How the page calls for its player: title, icon in the tab, and a soft tone if wanted.

import drawing from "../art/icon.svg?raw";

function icon(dot: boolean): string {
  const mark = dot ? '<circle cx="24" cy="8" r="7.5" fill="#1d4f91" stroke="#fff" stroke-width="1.5"/>' : "";
  return `data:image/svg+xml,${encodeURIComponent(drawing.trim().replace("</svg>", `${mark}</svg>`))}`;
}

export function call(title: string, wanted: boolean): void {
  document.title = wanted ? `● ${title}` : title;
  document.querySelector<HTMLLinkElement>("link[rel='icon']")!.href = icon(wanted);
}

let audio: AudioContext | null = null;

/** Two soft notes, like a glass touched with a spoon. */
export function chime(): void {
  try {
    audio ??= new AudioContext();
    [659.25, 987.77].forEach((pitch, n) => {
      const begin = audio!.currentTime + n * 0.14;
      const tone = audio!.createOscillator();
      const loud = audio!.createGain();
      tone.type = "sine";
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, begin);
      loud.gain.linearRampToValueAtTime(0.12, begin + 0.015);
      loud.gain.exponentialRampToValueAtTime(0.0001, begin + 0.7);
      tone.connect(loud).connect(audio!.destination);
      tone.start(begin);
      tone.stop(begin + 0.75);
    });
  } catch {
    // no sound on this device
  }
}
