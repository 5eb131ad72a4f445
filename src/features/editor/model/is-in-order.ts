const VOID = new Set(['br', 'hr', 'img', 'col']);
const TAG = /<(\/?)([a-z][a-z0-9]*)\b(?:"[^"]*"|'[^']*'|[^<>"'])*>|<[^\s]/gi;

/** Whether all tags are closed and properly nested. */
export function isWellFormedHtml(html: string): boolean {
  const open: string[] = [];
  for (const [, end, name] of html.matchAll(TAG)) {
    if (name === undefined) return false;
    const tag = name.toLowerCase();
    if (VOID.has(tag)) continue;
    if (end === '') open.push(tag);
    else if (open.pop() !== tag) return false;
  }
  return open.length === 0;
}
