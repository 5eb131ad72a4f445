import { Refused, refuseUnanswered } from '#src/features/accounts/components/send.ts';
import { LONG_TIMEOUT_MS, timedFetch } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';

/** No book has more tales (docs/feeds.md). */
export const MOST_IN_BOOK = 1_000;

/** A browser may begin to read a file a good while after it was given to it. */
const KEPT_MS = 60_000;

/**
 * Has one EPUB made of the tales with these slugs, at most MOST_IN_BOOK, and gives it to the browser as a download. Resolves when that has
 * begun; throws Refused with a sentence for readers when there is no book, also when it broke off on its way.
 */
export async function downloadBook(title: string, slugs: readonly string[]): Promise<void> {
  const headers = { accept: 'application/epub+zip, application/json', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ title, slugs }), timeoutMs: LONG_TIMEOUT_MS };
  const answer = await timedFetch(urls.books(), init).catch(refuseUnanswered);
  if (!answer.ok) {
    const { code = '', detail } = (await answer.json().catch(() => ({}))) as { code?: string; detail?: string };
    throw new Refused(answer.status, code, detail ?? 'The book could not be made. Please try again.');
  }
  const book = await answer.blob().catch(refuseUnanswered);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(book);
  link.download = nameOf(answer.headers.get('content-disposition') ?? '');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** The name that the server gives the file (RFC 6266). */
function nameOf(disposition: string): string {
  return decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'Talewood.epub');
}
