/** Asking for the letter without an account, and saying yes by the link of the mail that comes then. */
import {
  type AccountRouteDeps,
  canonicalEmail,
  issueToken,
  makeLink,
  rehearseMail,
  spendToken,
  takeNetworkTurn,
  tokenRefusal,
  withMailTurn,
} from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { SIGN_UP_WORDS } from './components/newsletter-words.ts';
import { takeSignUpTurn } from './newsletter-limits.ts';
import { agree } from './queries.ts';
import { addPending, confirmPending, findAddress, type KnownAddress } from './subscribers.ts';
import { endSuppression } from './suppressions.ts';

export type SignUpDeps = Pick<AccountRouteDeps, 'db' | 'publicUrl' | 'renderMail' | 'log'>;

const { title, offer, promise, yes } = SIGN_UP_WORDS;
/** What someone has read who says yes. */
export const SIGN_UP_TEXT = [title, offer, promise, yes].join('\n');

/**
 * Has an address asked, by mail, whether it wants the letter; one to which it comes already is told so. Whoever asks learns nothing:
 * the work is the same for all addresses. `email`: canonical. `client`: address of the client. Throws 429; then nothing has happened.
 */
export async function subscribe(deps: SignUpDeps, email: string, client: string): Promise<void> {
  await takeSignUpTurn(deps.db, client);
  const known = await findAddress(deps.db, email);
  const mail = await drawMail(deps, email, known);
  const isAllowed = await withMailTurn(deps.db, { kind: 'newsletter', email }, async () => {
    if (known.isClosed) return rehearseMail(deps.db, 'newsletter');
    await transact(deps.db, (trx) => mail.queue(trx));
  });
  if (!isAllowed) await rehearseMail(deps.db, 'newsletter');
}

async function drawMail(deps: SignUpDeps, email: string, { isOn, key }: KnownAddress) {
  if (isOn && key !== null) {
    const kind = 'newsletter-already';
    const mail = await deps.renderMail({ kind, preferencesLink: deps.publicUrl + urls.newsletterPreferences(key) });
    return { queue: async (trx: Db) => void (await queueMail(trx, { to: email, template: kind, ...mail })) };
  }
  const kind = 'newsletter-confirm';
  const { token, link } = makeLink(deps, urls.newsletterConfirm(), { email });
  const mail = await deps.renderMail({ kind, link });
  return {
    async queue(trx: Db): Promise<void> {
      const subject = await addPending(trx, email, SIGN_UP_TEXT);
      await issueToken(trx, { subject, purpose: 'newsletter', email }, token);
      await queueMail(trx, { to: email, template: kind, ...mail });
    },
  };
}

/**
 * A yes, by the token of the mail. Where an account has the address the letter is the account's from now on. Letters that were kept from
 * the address come again. Throws 410 or 400 for the link, and 429.
 */
export async function confirmSubscription(
  deps: SignUpDeps,
  { token, email: typed, client }: { token: string; email: string; client: string },
): Promise<void> {
  await takeNetworkTurn(deps.db, 'use a link', client);
  const email = canonicalEmail(typed);
  const id = await transact(deps.db, async (trx) => {
    const used = await spendToken(trx, token, { purpose: 'newsletter', email });
    if ('problem' in used) throw tokenRefusal(used.problem);
    const { subject } = used.binding;
    if (!(await confirmPending(trx, subject, email))) throw tokenRefusal(410);
    await endSuppression(trx, email);
    await handToAccount(trx, email);
    return subject;
  });
  deps.log.info({ event: 'newsletter_confirmed', subscriber: id }, 'Someone confirmed that the letter shall come');
}

/** Where an account has the address, its settings say what holds. */
async function handToAccount(trx: Db, email: string): Promise<void> {
  const account = await trx
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (account !== undefined) await agree(trx, account.id, SIGN_UP_TEXT);
}
