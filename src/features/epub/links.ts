/** Where links of a tale lead when it stands in a book. */
import { urls } from '#src/urls.ts';

const TALE = new RegExp(`^${urls.tale('')}([a-z0-9-]+)(?:#.*)?$`);

/** Makes what leads from one tale to another stay in the book, and makes all else whole. `isInBook` judges a slug, `address` is any of the site. */
export function createLinkTo(isInBook: (slug: string) => boolean, address: string): (href: string) => string | undefined {
  return (href) => {
    const [, slug] = TALE.exec(href) ?? [];
    if (slug !== undefined && isInBook(slug)) return taleFile(slug);
    return wholeAddress(href, address);
  };
}

/** The file of a tale, seen from another one. */
export function taleFile(slug: string): string {
  return `${slug}.xhtml`;
}

/** An absolute address in the letters that RFC 3986 has; undefined for what is none, or of another scheme than the web's or mail's. */
export function wholeAddress(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (url === null || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined;
  const path = (url.pathname + url.search + url.hash)
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/gu, encodeURIComponent);
  return url.protocol === 'mailto:' ? `mailto:${path}` : url.origin + path;
}
