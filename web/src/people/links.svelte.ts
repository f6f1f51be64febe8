// Links to tables that this browser has made or come by: the server tells them once, so they are kept here.
import type { Joined, Links } from "../server/http";

export function keepLinks(table: string, links: Links): void {
  localStorage.setItem(`links:${table}`, JSON.stringify(links));
}

export function linksOf(table: string): Links | null {
  const kept = localStorage.getItem(`links:${table}`);
  return kept ? (JSON.parse(kept) as Links) : null;
}

/** Keep one more link, or one in the place of another; all that are known. */
export function keepLink(table: string, { role, seat }: Pick<Joined, "role" | "seat">, link: string): Links {
  const links = linksOf(table) ?? { host: "", seats: [], spectator: "" };
  if (role === "seat") links.seats[seat!] = link;
  else links[role] = link;
  keepLinks(table, links);
  return links;
}
