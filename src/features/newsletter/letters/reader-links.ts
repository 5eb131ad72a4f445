/** Where a reader's own links stand in a letter: it is written once for all, and each reader's copy gets them as it goes out. */
import { urls } from '#src/urls.ts';

/** Stand in the HTML (as addresses of links) and in the text of a letter. */
export const READER_MARKS = { unsubscribe: 'https://reader.invalid/unsubscribe', preferences: 'https://reader.invalid/preferences' };

export type Written = { html: string; text: string };

/** The letter of the reader whose key it is. `publicUrl`: without a slash at the end. The addresses hold nothing that HTML would escape. */
export function withReaderLinks({ html, text }: Written, { publicUrl, key }: { publicUrl: string; key: string }): Written {
  const fill = (written: string) =>
    written
      .replaceAll(READER_MARKS.unsubscribe, `${publicUrl}${urls.newsletterUnsubscribe(key)}`)
      .replaceAll(READER_MARKS.preferences, `${publicUrl}${urls.newsletterPreferences(key)}`);
  return { html: fill(html), text: fill(text) };
}
