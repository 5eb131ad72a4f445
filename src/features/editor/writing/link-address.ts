import { sanitizeHref } from '#src/features/tale-html/sanitizer-allow-list.ts';

/** Normalizes an entered URL; undefined if it is not allowed as a link. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]+$/i.test(text)) return sanitizeHref(`mailto:${text}`);
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}([/?#]|$)/i.test(text)) return sanitizeHref(`https://${text}`);
  const hasForm = /^(https?:|mailto:|\/|#)/i.test(text);
  return hasForm ? sanitizeHref(text) : undefined;
}
