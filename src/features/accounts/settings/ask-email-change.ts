import { transact } from '#src/platform/db/transact.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { consume } from '#src/platform/limits/limits.ts';
import { parseMailAddress } from '#src/platform/mail/address.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { withMailTurn } from '../account-limits.ts';
import { makeLink } from '../account-links.ts';
import { canonicalEmail } from '../canonical-email.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { issueToken } from '../one-time-tokens.ts';
import { NO_ADDRESS } from '../registration-schema.ts';
import { tooManyTries } from '../too-many-tries.ts';

/** Mails that one person can have sent to addresses of others. */
const MAILS = { points: 5, windowSeconds: 60 * 60 };

/** The address that a change is about, in its one form. Throws 422 `invalid` for what is none, or is the person's already. */
export function readNewEmail(text: string, person: Person): string {
  const email = parseMailAddress(canonicalEmail(text));
  if (email === undefined) throw invalid({ email: [NO_ADDRESS] });
  if (email === person.email) throw invalid({ email: ['This is your e-mail address already'] });
  return email;
}

/**
 * Sends a link to the new address; nothing changes until it is confirmed. Whether the address has an account cannot be told
 * from the answer or from what the account shows: its owner gets a mail of another kind, and the token that is kept was sent to
 * nobody. `email` is as `readNewEmail` gives it. Throws 429 `too_many` after five mails in an hour by the
 * person, or to the address: those are counted alike whether it has an account or not.
 */
export async function askEmailChange({ db, publicUrl, renderMail }: AccountDeps, person: Person, email: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consume(db, `change-email ${person.id}`, MAILS);
  if (!isAllowed) throw tooManyTries(retryAfterSeconds);
  const owner = await db
    .selectFrom('profiles')
    .select('name')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .executeTakeFirst();
  const { token, link } = makeLink({ publicUrl }, urls.changeEmail(), { email });
  const links = { loginLink: `${publicUrl}${urls.login()}`, resetLink: `${publicUrl}${urls.forgotPassword()}` };
  const kind = owner === undefined ? 'change-email' : 'already-registered';
  const mail = await renderMail(
    owner === undefined ? { kind: 'change-email', link } : { kind: 'already-registered', name: owner.name, ...links },
  );
  const isQueued = await withMailTurn(db, { kind: 'change-email', email }, () =>
    transact(db, async (trx) => {
      await issueToken(trx, { subject: person.id, purpose: 'change_email', email }, token);
      await queueMail(trx, { to: email, template: kind, ...mail });
    }),
  );
  if (!isQueued) throw tooManyTries(MAILS.windowSeconds);
}
