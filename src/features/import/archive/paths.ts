/** File names inside a book and the targets of its links. None of them is ever used as a path on disk. */

/**
 * Returns false for anything but a plain relative path: `..`, `.`, empty parts, absolute paths, drives, backslashes, control characters.
 */
export function isPlainName(name: string): boolean {
  if (name.length > 1000 || /[\\\p{Cc}]/u.test(name) || /^[a-z]:/i.test(name)) return false;
  const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  return parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

/** `path` is a plain name; `fragment` includes its `#` or is empty. */
type Target = { path: string; fragment: string } | 'elsewhere' | 'outside';

/** Resolves `href` as written in the file `from`. `elsewhere`: another site or scheme; `outside`: above the root of the book. */
export function resolveHref(from: string, href: string): Target {
  const link = href.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('//')) return 'elsewhere';
  const [, before = '', , fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/su.exec(link) ?? [];
  if (before.startsWith('/')) return 'outside';
  const parts = before === '' ? from.split('/') : from.split('/').slice(0, -1);
  for (const part of decoded(before).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return 'outside';
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  const path = parts.join('/').normalize('NFC');
  return isPlainName(path) ? { path, fragment } : 'outside';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
