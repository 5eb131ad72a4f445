/** Tokens of links in emails: valid once, for a limited time, one purpose and one address. All times are the database's. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { urls } from '#src/urls.ts';
import { canonicalEmail } from './email-address.ts';
import { safeRedirect } from './safe-redirect.ts';

export type TokenPurpose = 'verify' | 'reset' | 'change_email' | 'sign_in' | 'newsletter' | 'invitation';

/** `subject`: id of the user, of the subscriber for `newsletter`, or of the invitation. `email`: canonical; the new address for `change_email`. */
type TokenBinding = { subject: string; purpose: TokenPurpose; email: string };

/** 410: used, expired, revoked, or never issued for this purpose. 400: valid, but for another address. */
type TokenResult = { binding: TokenBinding } | { problem: 400 | 410 };

const DAY = 24 * 60;
const MINUTES: Record<TokenPurpose, number> = {
  ...{ verify: DAY, change_email: DAY, reset: 30, sign_in: 30 },
  ...{ newsletter: 7 * DAY, invitation: 7 * DAY },
};

/** The token of a request. The database decides whether it is valid. */
export const TokenField = z.string({ error: 'This link is incomplete. Please open it from the email again.' }).min(1).max(200);

/** Returns 32 random bytes as base64url (43 characters). Not valid before `issueToken`, so that an email can be rendered first. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Makes a token valid and revokes the older one of the same subject and purpose. Stores its hash only. Pass the transaction that
 * also queues the email.
 */
export async function issueToken(trx: Db, { subject, purpose, email }: TokenBinding, token = newToken()): Promise<string> {
  const row = {
    hash: hashOf(token),
    email: canonicalEmail(email),
    created_at: sql<Date>`statement_timestamp()`,
    expires_at: sql<Date>`statement_timestamp() + ${MINUTES[purpose]} * interval '1 minute'`,
  };
  await trx
    .insertInto('one_time_tokens')
    .values({ subject, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['subject', 'purpose']).doUpdateSet(row))
    .execute();
  return token;
}

/** Returns the binding of a valid token without consuming it. */
export async function findToken(db: Db, token: string, purpose: TokenPurpose): Promise<TokenBinding | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['subject', 'email'])
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row && { subject: row.subject, purpose, email: row.email };
}

/**
 * Consumes a token: of concurrent requests exactly one gets the binding. Pass the transaction that does what the token allows.
 * A token used with a wrong address stays valid.
 */
export async function consumeToken(trx: Db, token: string, { purpose, email }: Omit<TokenBinding, 'subject'>): Promise<TokenResult> {
  const used = await trx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('email', '=', canonicalEmail(email))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning(['subject', 'email'])
    .executeTakeFirst();
  if (used !== undefined) return { binding: { subject: used.subject, purpose, email: used.email } };
  // Only for the error message.
  return { problem: (await findToken(trx, token, purpose)) === undefined ? 410 : 400 };
}

/** 410 `link_faded` for a used, expired or replaced link, 400 `other_address`. */
export function tokenError(problem: 400 | 410): AppError {
  return problem === 410
    ? new AppError(410, 'link_faded', 'This link has expired. Request a new one below.')
    : new AppError(400, 'other_address', 'This link was made for another email address.');
}

/** Revokes all tokens of a user or subscriber. */
export async function revokeTokens(trx: Db, subject: string): Promise<void> {
  await trx.deleteFrom('one_time_tokens').where('subject', '=', subject).execute();
}

/** Deletes expired tokens and the addresses stored with them. Returns how many. */
export async function removeExpiredTokens(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Returns a new token and its link to the page at `path`, which has a button to use it. `next`: where to go afterwards, unchecked.
 * `hasApiKeys`: the page asks whether to keep the user's API keys.
 */
export function createEmailLink(
  { publicUrl }: { publicUrl: string },
  path: string,
  { email, next, hasApiKeys = false }: { email: string; next?: string | undefined; hasApiKeys?: boolean },
): { token: string; link: string } {
  const token = newToken();
  const query = new URLSearchParams({ token, email });
  const target = safeRedirect(next);
  if (target !== urls.home()) query.set('next', target);
  if (hasApiKeys) query.set('keys', '1');
  return { token, link: `${publicUrl}${path}?${query}` };
}

/** Returns the path of a link's page, to render it again with the errors of a posted form. */
export function linkPagePath(path: string, fields: Record<string, string>): string {
  const query = ['token', 'email', 'next', 'keys'].flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
  return `${path}?${new URLSearchParams(query)}`;
}

/** A fast hash is enough for 256 random bits. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
