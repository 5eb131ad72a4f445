/** Receives contact messages, from the form and the API. */

import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { RenderEmail } from '#src/emails/emails.ts';
import { findListByPath } from '#src/features/shared-lists/shared-lists.ts';
import { findTale } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { describeOperation } from '#src/platform/http/endpoint.ts';
import { parseBody, readBody } from '#src/platform/http/read-body.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { type RenderForm, respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import type { Log } from '#src/platform/log.ts';
import { parseEmailAddress } from '#src/platform/mail/address.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { consumeForSubnet } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import { INVALID_EMAIL, MessageField, TopicField } from './message-form.ts';
import { TOPIC_LABELS } from './message-labels.ts';

/** Per network and hour: enough for a school class. */
const NETWORK_LIMIT = { points: 10, windowSeconds: 3_600 };

/** Counts a message against the limit of the client's network. @throws AppError 429 `too_many` with Retry-After. */
async function consumeMessageAttempt(db: Db, address: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consumeForSubnet(db, 'contact network', address, NETWORK_LIMIT);
  if (isAllowed) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `Too many messages. Your text is kept; try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`;
  throw new AppError(429, 'too_many', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

/** A parsed email address; null for an empty field. */
const OptionalEmail = z
  .string()
  .max(1_000)
  .default('')
  .transform((text, context) => {
    if (text.trim() === '') return null;
    const address = parseEmailAddress(text.trim());
    if (address !== undefined) return address;
    context.addIssue(INVALID_EMAIL);
    return z.NEVER;
  });

const NewMessage = z.strictObject({
  topic: TopicField,
  message: MessageField,
  email: OptionalEmail,
  /** Slug of the tale the message is about. */
  tale: z.string().max(200).default(''),
  /** Path of the shared list the message is about. */
  list: z.string().max(8_192).default(''),
  /** Honeypot: hidden from people, filled in by bots. */
  website: z.string().max(1_000).default(''),
});

/** The contact form, as the OpenAPI document describes it. */
export const contactOperation = describeOperation({
  ...{ id: 'sendMessage', method: 'POST', path: '/messages', summary: 'Send a contact message' },
  description: 'Sends a message to the editors, with an email address for the answer.',
  ...{ body: NewMessage, response: z.object({}), status: 201 },
  errors: { 429: 'More than ten messages in an hour; see `Retry-After`' },
});
type NewMessage = z.output<typeof NewMessage>;

/**
 * The contact form as JSON (`POST /api/v1/messages`, 201) and as an HTML form (303 to the confirmation page, or the form with errors).
 */
export function contactRoutes(deps: MessageDeps & { renderForm: RenderForm }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const ours = sameOrigin(deps.publicUrl);
  app.post(urls.api('/messages'), ours, async (c) => {
    await receiveMessage(deps, await readBody(c, NewMessage), getRequestContext(c).clientAddress());
    return c.json({}, 201, { 'Cache-Control': 'no-store' });
  });
  app.post(urls.contact(), ours, (c) =>
    respondToForm(c, {
      renderForm: deps.renderForm,
      href: ({ tale = '', list = '' }) => urls.contact(tale, list),
      keep: ['topic', 'message', 'email', 'tale', 'list'],
      work: async (fields) => {
        await receiveMessage(deps, parseBody(NewMessage, fields), getRequestContext(c).clientAddress());
        return urls.contactSent();
      },
    }),
  );
  return app;
}

/** `to`: recipient of contact messages; `replyTo`: Reply-To of answers. */
export type ContactAddresses = { to: string | undefined; replyTo: string | undefined };
export type MessageDeps = { db: Db; publicUrl: string; renderEmail: RenderEmail; contact: ContactAddresses; log: Pick<Log, 'info'> };

type TaleReference = { id: string; slug: string; title: string };
type About = { tale: TaleReference | undefined; list: Awaited<ReturnType<typeof findListByPath>> };

/** Identical messages within this time are stored once: without JavaScript a form can be submitted twice. */
const DUPLICATE_HOURS = 1;

/**
 * Stores a contact message and queues an email about it, in one transaction. `client`: IP address of the sender.
 * @throws AppError 429 `too_many` with Retry-After, 422 `like_a_machine` when the honeypot was filled in.
 */
async function receiveMessage(deps: MessageDeps, input: NewMessage, client: string): Promise<void> {
  if (input.website !== '') throw new AppError(422, 'like_a_machine', 'This message looks automated. If it is not, send it again.');
  await consumeMessageAttempt(deps.db, client);
  const about = {
    tale: await findTaleReference(deps.db, input.tale),
    list: input.list === '' ? null : await findListByPath(deps.db, input.list),
  };
  const id = await saveMessage(deps, input, about);
  if (id !== undefined) deps.log.info({ event: 'message_received', message: id, topic: input.topic }, 'Contact message received');
}

/** Returns undefined for a tale that is not public; the message is accepted anyway. */
async function findTaleReference(db: Db, slug: string): Promise<TaleReference | undefined> {
  if (slug === '') return undefined;
  const found = await findTale(db, slug);
  if (found.kind === 'moved') return findTaleReference(db, found.slug);
  return found.kind === 'found' ? found.tale : undefined;
}

/** Returns the message id; undefined for a duplicate. */
async function saveMessage({ db, publicUrl, renderEmail, contact }: MessageDeps, input: NewMessage, { tale, list }: About) {
  const { topic, message: text, email } = input;
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(db);
  const id = rows[0]?.id ?? '';
  const mail = await renderEmail({
    ...{ kind: 'message-received', topic: TOPIC_LABELS[topic], text, email },
    tale: tale?.title ?? list?.name ?? null,
    inboxLink: publicUrl + urls.manageInbox(`id=${id}`),
  });
  return transact(db, async (trx) => {
    // Serialises concurrent identical messages, so that the second one sees the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 31))`.execute(trx);
    const { rows: same } =
      await sql`select from contact_messages where text = ${text} and topic = ${topic} and email is not distinct from ${email}
      and tale_id is not distinct from ${tale?.id ?? null} and list_path is not distinct from ${list?.path ?? null} and status = 'new' and created_at > now() - ${DUPLICATE_HOURS} * interval '1 hour'`.execute(
        trx,
      );
    if (same.length > 0) return undefined;
    const about = {
      tale_id: tale?.id ?? null,
      tale_title: tale === undefined ? null : Array.from(tale.title).slice(0, 300).join(''),
      list_path: list?.path ?? null,
      list_name: list?.name ?? null,
    };
    await trx
      .insertInto('contact_messages')
      .values({ id, topic, text, email, ...about })
      .execute();
    if (contact.to !== undefined)
      await queueEmail(trx, { to: contact.to, ...(email !== null && { replyTo: email }), template: 'message-received', ...mail });
    return id;
  });
}
