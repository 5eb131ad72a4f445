/** Links of a subscriber in an issue. Free of server dependencies: the setup of journeys imports it. */
import { urls } from '#src/urls.ts';

/** Placeholder URLs in the stored HTML and text, which is rendered once and filled in for each subscriber. */
export const READER_LINK_PLACEHOLDERS = {
  unsubscribe: 'https://reader.invalid/unsubscribe',
  preferences: 'https://reader.invalid/preferences',
};

export type RenderedEmail = { html: string; text: string };

/** Fills in the links of a subscriber. `publicUrl`: without a trailing slash. The URLs need no HTML escaping. */
export function fillReaderLinks({ html, text }: RenderedEmail, { publicUrl, key }: { publicUrl: string; key: string }): RenderedEmail {
  const fill = (written: string) =>
    written
      .replaceAll(READER_LINK_PLACEHOLDERS.unsubscribe, `${publicUrl}${urls.newsletterUnsubscribe(key)}`)
      .replaceAll(READER_LINK_PLACEHOLDERS.preferences, `${publicUrl}${urls.newsletterPreferences(key)}`);
  return { html: fill(html), text: fill(text) };
}
