import type { LogEntry } from '../contract.ts';

/** What was done, as the end of a sentence that begins with who did it. */
export function logSentence({ action, subject, details }: LogEntry): string {
  const sentence = SENTENCES[action];
  const who = subject.name ?? (subject.kind === 'user' ? 'an account that is gone' : `${subject.kind} ${subject.id}`);
  return sentence === undefined ? `${action} (${who})` : sentence(who, details);
}

const SENTENCES: Record<string, (who: string, details: LogEntry['details']) => string> = {
  'user.created': (who) => `Made the administrator ${who}`,
  'user.role-changed': (who, { role, to = role }) => (to === 'admin' ? `Made ${who} an administrator` : `Made ${who} an ordinary user`),
  'user.disabled': (who) => `Disabled the account of ${who}`,
  'user.enabled': (who) => `Enabled the account of ${who}`,
  'user.signed-out': (who, { sessions }) => `Signed ${who} out everywhere (${sessions === 1 ? '1 device' : `${sessions} devices`})`,
  'user.verification-sent': (who) => `Sent ${who} another confirmation mail`,
  'mail.retried': () => 'Had a mail sent again that had failed',
};
