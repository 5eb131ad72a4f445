import { rulesOf } from '#src/features/tales/content-attributes.ts';

/** What was typed as an address, in the form that a tale keeps; undefined when no link may lead there. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const cleanHref = rulesOf('a').href;
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]+$/i.test(text)) return cleanHref?.(`mailto:${text}`);
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}([/?#]|$)/i.test(text)) return cleanHref?.(`https://${text}`);
  const hasForm = /^(https?:|mailto:|\/|#)/i.test(text);
  return hasForm ? cleanHref?.(text) : undefined;
}
