import type { FormState } from '#src/ui/form-state.ts';

/** What the page of a gate is told by its address, and by a form posted without scripts. What is not there is ''. */
export type GateProps = {
  posted: FormState | undefined;
  /** Path of ours to go to in the end. */
  next: string;
  /** Of a link in a mail. */
  token: string;
  email: string;
  /** Of a link to reset a password: '1' when the account has API keys. */
  keys: string;
};
