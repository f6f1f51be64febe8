// What a table is told about its seats, in the reader's words.
import type { NoticeInfo } from "../generated/messages";
import { t } from "../words/words.svelte";
import { seatName } from "./names";

export function noticeText({ kind, seat, name }: NoticeInfo): string {
  const who = { name: seatName({ name, kind: "human" }, seat) };
  switch (kind) {
    case "taken":
      return t("notice.taken", who);
    case "left":
      return t("notice.left", who);
    case "revoked":
      return t("notice.revoked", who);
    case "used again":
      return t("notice.used-again", who);
    case "device":
      return t("notice.device");
  }
}

/** What is worth an alarm: somebody may try to look into a hand. */
export function isAlarming({ kind }: NoticeInfo): boolean {
  return kind === "used again" || kind === "device" || kind === "revoked";
}
