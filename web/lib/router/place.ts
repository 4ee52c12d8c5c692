import type { HistoryLocation } from '@tanstack/history';

/** An address of the site. Search values are texts: a log-in token that looks like a number is still a token. */
export type Place = {
  href: string;
  pathname: string;
  search: Readonly<Record<string, string>>;
  hash: string;
  /** Tells visits of the same address in the browser's history apart. */
  key: string;
};

type SearchValues = Readonly<Record<string, unknown>>;

/** Where a link leads. */
export type Target = {
  /** A path, or `.` for the page that is open. */
  to: string;
  /** Without it the search of `to` stays; `true` keeps that of the open page. */
  search?: true | object | ((before: Readonly<Record<string, string>>) => object);
  hash?: string;
};

/** URL needs a host, and a path has none. This one is never shown. */
const ANY_HOST = 'http://site';

const readSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));

function writeSearch(values: SearchValues): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

export const readPlace = ({ href, pathname, search, hash, state }: HistoryLocation): Place => ({
  href,
  pathname,
  search: readSearch(search),
  hash,
  key: state.key ?? href,
});

/** A part that somebody typed wrong stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** This matches a path of the site. An address that begins in another way may name another host. */
const PLAIN = /^(\/[\w\-.~%:@/]*)(\?[^#]*)?(#.*)?$/;
const FOREIGN = /^\/[/\\]/;

/** Splits an address into its parts and drops a foreign host, so that no link leads to another site. */
export function splitHref(address: string) {
  // Every link of a page needs this, and building a URL for each of them showed in the profile of home.
  const [, path, query = '', part = ''] = (!FOREIGN.test(address) && PLAIN.exec(address)) || [];
  if (path !== undefined) return { href: address, pathname: path, search: query, hash: part };
  const { pathname, search, hash } = new URL(address, ANY_HOST);
  return { href: `${pathname}${search}${hash}`, pathname, search, hash };
}

/** Builds the address of a target, which may depend on the place where the link is. */
export function hrefOf({ to, search, hash }: Target, from: Place): string {
  const given = splitHref(to === '.' ? from.pathname : to);
  const values = search === true ? from.search : typeof search === 'function' ? search(from.search) : search;
  const searchText = values === undefined ? given.search : writeSearch(values as SearchValues);
  return `${given.pathname}${searchText}${hash ? `#${hash}` : given.hash}`;
}
