/** Takes a letter of a reader: it is kept, and a mail about it is queued, in one transaction. */
import { sql } from 'kysely';
import type { RenderMail } from '#src/features/accounts/accounts.ts';
import { findTale } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { takeLetterTurn } from './letter-limits.ts';
import type { NewLetter } from './read-letter.ts';
import { TOPIC_NAMES } from './topics.ts';

/** `to`: who gets what readers write; `replyTo`: where readers answer to. Undefined: nobody by mail. */
export type Contact = { to: string | undefined; replyTo: string | undefined };
export type LetterDeps = { db: Db; publicUrl: string; renderMail: RenderMail; contact: Contact; log: Pick<Log, 'info'> };

type About = { id: string; slug: string; title: string };

/** The same words within this time are the same letter: without scripts a button can be pressed twice. */
const SAME_LETTER_HOURS = 1;

/**
 * `client`: address of who writes, of which the network is counted. Throws 429 `too_many` with Retry-After, and 422 `like_a_machine`
 * when the field was filled in that people do not see.
 */
export async function takeLetter(deps: LetterDeps, letter: NewLetter, client: string): Promise<void> {
  if (letter.website !== '')
    throw new AppError(422, 'like_a_machine', 'This looks like a letter of a machine to us. If you are none, please send it once more.');
  await takeLetterTurn(deps.db, client);
  const about = await findAbout(deps.db, letter.tale);
  const id = await keepLetter(deps, letter, about);
  if (id !== undefined) deps.log.info({ event: 'message_received', message: id, topic: letter.topic }, 'A reader has written');
}

/** Undefined for a tale that readers do not see (any more): the letter is taken all the same. */
async function findAbout(db: Db, slug: string): Promise<About | undefined> {
  if (slug === '') return undefined;
  const found = await findTale(db, slug);
  if (found.kind === 'moved') return findAbout(db, found.slug);
  return found.kind === 'found' ? found.tale : undefined;
}

/** The letter's id; undefined when it is there already. */
async function keepLetter({ db, publicUrl, renderMail, contact }: LetterDeps, letter: NewLetter, about: About | undefined) {
  const { topic, message: text, email } = letter;
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(db);
  const id = rows[0]?.id ?? '';
  const mail = await renderMail({
    ...{ kind: 'message-received', topic: TOPIC_NAMES[topic], text, email },
    tale: about?.title ?? null,
    inboxLink: publicUrl + urls.manageInbox(`id=${id}`),
  });
  return transact(db, async (trx) => {
    // Two that are the same and come at once are looked at one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 31))`.execute(trx);
    const { rows: same } = await sql`select from messages where text = ${text} and topic = ${topic} and email is not distinct from ${email}
      and tale_id is not distinct from ${about?.id ?? null} and status = 'new' and created_at > now() - ${SAME_LETTER_HOURS} * interval '1 hour'`.execute(
      trx,
    );
    if (same.length > 0) return undefined;
    const tale = { tale_id: about?.id ?? null, tale_title: about === undefined ? null : Array.from(about.title).slice(0, 300).join('') };
    await trx
      .insertInto('messages')
      .values({ id, topic, text, email, ...tale })
      .execute();
    if (contact.to !== undefined)
      await queueMail(trx, { to: contact.to, ...(email !== null && { replyTo: email }), template: 'message-received', ...mail });
    return id;
  });
}
