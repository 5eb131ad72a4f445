/** What a page with a form is drawn with after a post that could not be taken; the server fills it in (answer-form.ts). */
export type FormState = {
  /** What was typed, by field; never a password or a token. */
  values: Record<string, string>;
  /** What is wrong, by field, as sentences. */
  problems: Record<string, string[]>;
  /** Programs branch on the code; the message is a sentence about the whole. */
  code: string;
  message: string;
};
