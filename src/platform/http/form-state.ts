/** What a page is drawn with after a form could not be taken. Browser-safe: it travels in the page's state. */
export type FormState = {
  /** What was typed, by field; never a password or a token. */
  values: Record<string, string>;
  /** What is wrong, by field, as sentences. */
  problems: Record<string, string[]>;
  /** A code that programs branch on, and what is wrong with the whole, as a sentence. */
  code: string;
  message: string;
};
