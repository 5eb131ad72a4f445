const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;

/**
 * HTML in a document of its own, in which nothing runs or is fetched. Style attributes come as `data-style`, and style sheets and
 * the like not at all: the policy of the page is held against them even here, and each would be an error in the console.
 */
export function inertBody(html: string): HTMLElement {
  const safe = html
    .replace(/<style\b[\s\S]*?<\/style\s*>|<\/?(?:base|embed|link|meta|source|track)\b(?:"[^"]*"|'[^']*'|[^<>"'])*>/gi, '')
    .replace(TAG, (tag) =>
      tag.replace(/("[^"]*"|'[^']*')|(?<![\w-])style(?=\s*=)/gi, (found, value) => (value === undefined ? 'data-style' : found)),
    );
  return new DOMParser().parseFromString(`<!doctype html><body>${safe}`, 'text/html').body;
}
