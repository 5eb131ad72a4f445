const VOID = new Set(['br', 'hr', 'img', 'col']);
const ANY_TAG = /<(\/?)([a-z][a-z0-9]*)\b(?:"[^"]*"|'[^']*'|[^<>"'])*>|<[^\s]/gi;

/** Whether all tags are closed and properly nested. */
export function isWellFormedHtml(html: string): boolean {
  const open: string[] = [];
  for (const [, end, name] of html.matchAll(ANY_TAG)) {
    if (name === undefined) return false;
    const tag = name.toLowerCase();
    if (VOID.has(tag)) continue;
    if (end === '') open.push(tag);
    else if (open.pop() !== tag) return false;
  }
  return open.length === 0;
}

const OPENING_TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;

/**
 * Parses HTML in a separate document, without running scripts or loading resources. Style attributes become `data-style`, style sheets are
 * removed: the Content-Security-Policy applies here too, and each would be an error in the console.
 */
export function inertBody(html: string): HTMLElement {
  const safe = html
    .replace(/<style\b[\s\S]*?<\/style\s*>|<\/?(?:base|embed|link|meta|source|track)\b(?:"[^"]*"|'[^']*'|[^<>"'])*>/gi, '')
    .replace(OPENING_TAG, (tag) =>
      tag.replace(/("[^"]*"|'[^']*')|(?<![\w-])style(?=\s*=)/gi, (found, value) => (value === undefined ? 'data-style' : found)),
    );
  return new DOMParser().parseFromString(`<!doctype html><body>${safe}`, 'text/html').body;
}
