// What a table is told about its seats, in the reader's words.
import type { NoticeInfo } from "../generated/messages";
import { t } from "../words/words.svelte";
import { seatName } from "./names";

export function noticeText({ kind, seat, name }: NoticeInfo): string {
  const who = { name: seatName({ name, kind: "human" }, seat) };
  switch (kind) {
    case "taken": return t("{name} has sat down.", who);
    case "left": return t("{name} has left the seat.", who);
    case "revoked": return t("The host has taken the seat of {name} back.", who);
    case "used again": return t("Somebody has opened the link to the seat of {name} again. It was used before, so they got no seat.", who);
    case "device": return t("Your seat is now open on another device too. If that was not you, hold it only here (People).");
  }
}

/** What is worth an alarm: somebody may try to look into a hand. */
export function isAlarming({ kind }: NoticeInfo): boolean {
  return kind === "used again" || kind === "device" || kind === "revoked";
}
