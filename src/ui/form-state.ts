/** The state of a form after a rejected post; the server fills it in (respond-to-form.ts). */
export type FormState = {
  /** Submitted values by field; never a password or token. */
  values: Record<string, string>;
  /** Error messages by field. */
  problems: Record<string, string[]>;
  /** Error code for programs, and a message for the whole form. */
  code: string;
  message: string;
};
