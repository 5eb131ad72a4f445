import { parseUrl } from '#src/urls.ts';

/** Addresses in the text of a tale. Decided on as a browser would read them, and handed on in that form. */

/** Stands for this site, whatever its name: addresses within it are read against it. */
const HERE = new URL('https://here.invalid/tale/tale');

/** Where a link may lead: http, https, mailto, and places within this site; in-page ones with the prefix of tales' ids. */
export function cleanHref(href: string): string | undefined {
  const typed = asBrowsersRead(href);
  if (typed.startsWith('#'))
    return /^#[\p{L}\p{N}_.:-]{1,100}$/u.test(typed) ? `#${typed.startsWith('#t-') ? '' : 't-'}${typed.slice(1)}` : undefined;
  const url = parse(typed);
  if (url === undefined) return undefined;
  if (url.protocol === 'mailto:') return url.href;
  if (url.host === HERE.host) return pathWithin(url);
  const isPlain = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  return isPlain ? url.href : undefined;
}

/** The address of a picture of this site (below /media/); nothing for any other. */
export function cleanMediaAddress(src: string): string | undefined {
  const url = parse(asBrowsersRead(src));
  const isOurs = url !== undefined && url.protocol === 'https:' && url.host === HERE.host;
  return isOurs && /^\/media\/[\w./-]+$/.test(url.pathname) && url.search === '' && url.hash === '' ? url.pathname : undefined;
}

/** The address of a cover: of a picture of this site, with the place of its focal point in hundredths (`#x40y25`) where it has one. */
export function isCoverAddress(address: string): boolean {
  const [, picture = '', x, y] = /^([^#]*)(?:#x(0|[1-9]\d{0,2})y(0|[1-9]\d{0,2}))?$/.exec(address) ?? [];
  return cleanMediaAddress(picture) === picture && [x, y].every((part) => part === undefined || Number(part) <= 100);
}

/** Browsers pass over control characters and spaces around an address, and tabs and line breaks within. */
function asBrowsersRead(address: string): string {
  return address.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replace(/[\t\n\r]/g, '');
}

/** An address that begins with two slashes names another host. */
function parse(typed: string): URL | undefined {
  if (/^[\\/]{2}/.test(typed)) return undefined;
  return parseUrl(typed, HERE);
}

/** A path such as `/.//other.host/` comes out with two slashes at its head. */
function pathWithin(url: URL): string | undefined {
  const path = url.pathname + url.search + url.hash;
  return url.protocol === 'https:' && !path.startsWith('//') ? path : undefined;
}
