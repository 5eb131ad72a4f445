/** Links of a subscriber in an issue. Free of server dependencies: the setup of journeys imports it. */

/** Placeholder URLs in the stored HTML and text, which is rendered once and filled in for each subscriber. */
export const READER_LINK_PLACEHOLDERS = {
  unsubscribe: 'https://reader.invalid/unsubscribe',
  preferences: 'https://reader.invalid/preferences',
};

export type RenderedEmail = { html: string; text: string };
