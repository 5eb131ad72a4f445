/** What the server tells the browser about the page it sent: one block of JSON, read with JSON.parse. */
import type { FormState } from '#src/ui/form-state.ts';

export type PageState = {
  now: string;
  queries: [key: readonly unknown[], data: unknown][];
  /** On a page drawn again because its form could not be taken. */
  form?: PostedForm | undefined;
  /** Nobody can ask for the weekly letter. */
  isLetterClosed?: boolean | undefined;
};

/** `path`: of the page it belongs to; on other pages it says nothing. */
export type PostedForm = FormState & { path: string };

export const STATE_ID = 'state';
export const TALE_TEXT_ID = 'tale-text';

const ESCAPES: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** JSON that cannot end the script element it stands in, nor be read as markup. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);
}

/** A tale's text is in the page once, as text: it leaves the state here … */
export function withoutTaleText(state: PageState): PageState {
  return withTaleText(state, '');
}

/** … and comes back from the page before the first render. */
export function withTaleText(state: PageState, text: string): PageState {
  return {
    ...state,
    queries: state.queries.map(([key, data]) => (isTale(key, data) ? [key, { ok: { ...data.ok, content: text } }] : [key, data])),
  };
}

function isTale(key: readonly unknown[], data: unknown): data is { ok: { content: string } } {
  return key[0] === 'tale' && typeof data === 'object' && data !== null && 'ok' in data;
}
