const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;

/**
 * Parses HTML in a separate document, without running scripts or loading resources. Style attributes become `data-style`, style sheets are removed: the Content-Security-Policy applies here too, and each would be an error in the console.
 */
export function inertBody(html: string): HTMLElement {
  const safe = html
    .replace(/<style\b[\s\S]*?<\/style\s*>|<\/?(?:base|embed|link|meta|source|track)\b(?:"[^"]*"|'[^']*'|[^<>"'])*>/gi, '')
    .replace(TAG, (tag) =>
      tag.replace(/("[^"]*"|'[^']*')|(?<![\w-])style(?=\s*=)/gi, (found, value) => (value === undefined ? 'data-style' : found)),
    );
  return new DOMParser().parseFromString(`<!doctype html><body>${safe}`, 'text/html').body;
}
