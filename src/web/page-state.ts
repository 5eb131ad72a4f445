/** Data that the server sends with a page for hydration: one block of JSON. */
import type { TaleView } from '#src/features/tales/contract.ts';
import type { FormState } from '#src/ui/form-state.ts';
import type { Site } from '#src/ui/site.ts';

export type PageState = {
  now: string;
  queries: [key: readonly string[], data: unknown][];
  /** Set when the page is rendered again after a rejected form. */
  form?: PostedForm | undefined;
  /** Of the site, where it differs from the default. */
  siteName?: string | undefined;
  isNewsletterDisabled?: boolean | undefined;
  loginProviders?: Site['loginProviders'];
};

/** `path`: the page that the form belongs to; other pages ignore it. */
export type PostedForm = FormState & { path: string };

export const STATE_ID = 'state';
export const TALE_TEXT_ID = 'tale-text';

const ESCAPES: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** JSON that is safe inside a script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);
}

type SentTale = Pick<TaleView, 'id' | 'updatedAt' | 'content'>;

/** Removes the text of a tale, which the HTML already contains. `packWords`: returns its old words, which the page would have to load. */
export function withoutTaleText(state: PageState, packWords: (tale: SentTale) => string): PageState {
  const queries: PageState['queries'] = state.queries.map(([key, data]) =>
    isTale(key, data) ? [key, { ok: { ...data.ok, content: '', oldWords: packWords(data.ok) } }] : [key, data],
  );
  return { ...state, queries };
}

/** Restores the text from the HTML, before hydration. */
export function withTaleText(state: PageState, text: string): PageState {
  return {
    ...state,
    queries: state.queries.map(([key, data]) => (isTale(key, data) ? [key, { ok: { ...data.ok, content: text } }] : [key, data])),
  };
}

function isTale(key: readonly string[], data: unknown): data is { ok: SentTale } {
  return key[0] === 'tale' && typeof data === 'object' && data !== null && 'ok' in data;
}
