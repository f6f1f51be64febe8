// The links of tables that this browser has made: the server tells them once, so they are kept here for the host.
import type { Links } from "../server/http";

export function keepLinks(table: string, links: Links): void {
  localStorage.setItem(`links:${table}`, JSON.stringify(links));
}

export function linksOf(table: string): Links | null {
  const kept = localStorage.getItem(`links:${table}`);
  return kept ? (JSON.parse(kept) as Links) : null;
}

export function replaceLink(table: string, seat: number, link: string): Links | null {
  const links = linksOf(table);
  if (!links) return null;
  links.seats[seat] = link;
  keepLinks(table, links);
  return links;
}
