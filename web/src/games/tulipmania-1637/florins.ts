// Money as the engine tells it: its templates say where the sign stands and what parts the thousands.
import { t } from "../../words/words.svelte";

export function florins(amount: number): string {
  if (amount < 1000) return t("florins", { amount });
  const rest = String(amount % 1000).padStart(3, "0");
  return t("florins.thousands", { thousands: Math.floor(amount / 1000), rest });
}
