// Links to tables that this browser has made or come by: the server tells them once, so they are kept here.
import type { JoinAnswer, Links } from "../generated/http";

const NONE: Links = { host: "", table: null, seats: [], spectator: "" };

export function keepLinks(table: string, links: Links): void {
  localStorage.setItem(`links:${table}`, JSON.stringify(links));
}

export function linksOf(table: string): Links {
  const kept = localStorage.getItem(`links:${table}`);
  return kept ? { ...NONE, ...(JSON.parse(kept) as Partial<Links>) } : { ...NONE, seats: [] };
}

/** Keep a seat's new link, for whoever is to come by it; all that are known. */
export function keepSeatLink(table: string, seat: number, link: string): Links {
  const links = linksOf(table);
  links.seats[seat] = link;
  keepLinks(table, links);
  return links;
}

/** Keep the table's new link: who came by the old one and was thrown out does not come back by it. */
export function keepTableLink(table: string, link: string): Links {
  const links = { ...linksOf(table), table: link };
  keepLinks(table, links);
  return links;
}

/** Keep the link that this browser has come by, if it can be used again: a link to a seat seats one person, once. */
export function keepOwnLink({ table, role }: Pick<JoinAnswer, "table" | "role">, link: string): void {
  if (role === "host" || role === "spectator") keepLinks(table, { ...linksOf(table), [role]: link });
}
