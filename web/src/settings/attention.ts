// How the page calls for its player: title, icon in the tab, and a soft tone if wanted.

function icon(dot: boolean): string {
  const mark = dot ? '<circle cx="24" cy="8" r="7.5" fill="#1d4f91" stroke="#fff" stroke-width="1.5"/>' : "";
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 20v11M16 30c-5-1-7-4-8-8 5 1 7 4 8 8z" stroke="#49683f" stroke-width="2.4" fill="#6b8a4c"/><path d="M6 4c5 3 7 9 10 17-9 0-12-8-10-17zM26 4c-5 3-7 9-10 17 9 0 12-8 10-17z" fill="#bd3a35" stroke="#5a1512"/><path d="M16 2c6 7 6 13 0 20-6-7-6-13 0-20z" fill="#d9574f" stroke="#5a1512"/>${mark}</svg>`,
  )}`;
}

export function call(title: string, wanted: boolean): void {
  document.title = wanted ? `● ${title}` : title;
  let link = document.querySelector<HTMLLinkElement>("link[rel='icon']");
  if (!link) {
    link = document.createElement("link");
    link.rel = "icon";
    document.head.append(link);
  }
  link.href = icon(wanted);
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
