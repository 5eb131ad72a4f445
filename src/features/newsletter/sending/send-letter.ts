import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import { takeTurn } from '#src/platform/limits/pace.ts';
import type { Log } from '#src/platform/log.ts';
import { MailError, type OutgoingMail, type Transport } from '#src/platform/mail/transport.ts';
import { pauseAfter } from '#src/platform/mail/tries.ts';
import { urls } from '#src/urls.ts';
import { withReaderLinks } from '../letters/reader-links.ts';
import { type Recipient, recipientOf } from '../recipients.ts';
import { suppress } from '../suppressions.ts';
import { type IssueText, keepIssueText } from './issue-text.ts';
import { addLetterJob, SEND_LETTER } from './letter-jobs.ts';
import { isNobodyThere } from './nobody-there.ts';
import { closeIssue, settle, settleSent, startTry, type Tried } from './settle-delivery.ts';

const PayloadSchema = z.strictObject({ deliveryId: z.uuid(), issueId: z.uuid(), triesMade: z.int().min(0) });

type SendLetterDeps = {
  db: Db;
  transport: Transport;
  /** Without a slash at the end. */
  publicUrl: string;
  /** Letters a minute at most, over all processes. */
  rate: number;
  log: Pick<Log, 'warn' | 'error'>;
};

/**
 * The task that sends one letter to one reader, when it is its turn. Who wants none any more by then gets none. It is sent at least
 * once: when the process dies between the server's answer and our note of it, it goes out again, with the same Message-ID.
 */
export function sendLetterTask({ db, transport, publicUrl, rate, log }: SendLetterDeps): Task {
  const textOf = keepIssueText(db);
  return defineTask({
    name: SEND_LETTER,
    payload: PayloadSchema,
    run: async ({ deliveryId, issueId, triesMade }, { signal }) => {
      await wait(await takeTurn(db, 'letters', 60_000 / rate), undefined, { signal });
      const tried = await startTry(db, deliveryId);
      if (tried !== undefined) await send(tried, triesMade, signal);
      // Also for one that was settled before: its process may have been killed between the two.
      await closeIssue(db, issueId);
    },
  });

  async function send(tried: Tried, triesMade: number, signal: AbortSignal): Promise<void> {
    const issue = await textOf(tried.issueId);
    // As late as can be: what is said by now counts.
    const recipient = await recipientOf(db, tried.subscriberId);
    if (recipient === undefined || issue === undefined) return settle(db, tried.id, 'dropped');
    try {
      await transport.send(writeLetter(tried.id, issue, recipient, publicUrl), signal);
    } catch (error) {
      return settleFailure(tried, recipient.address, triesMade + 1, error instanceof MailError ? error : new MailError('failed'));
    }
    await settleSent(db, tried.id, signal);
  }

  async function settleFailure({ id, issueId }: Tried, address: string, made: number, error: MailError): Promise<void> {
    const { message: reason, hindrance } = error;
    const pauseMs = pauseAfter(made, hindrance);
    await transact(db, async (trx) => {
      if (pauseMs === undefined) {
        await settle(trx, id, 'failed', reason);
        if (isNobodyThere(error)) await suppress(trx, address, 'bounce');
        return;
      }
      await trx.updateTable('deliveries').set({ last_error: reason }).where('id', '=', id).execute();
      await addLetterJob(trx, { deliveryId: id, issueId }, { triesMade: made, delayMs: pauseMs });
    });
    const facts = { delivery: id, issue: issueId, tries: made, reason };
    if (pauseMs === undefined) log.error({ event: 'letter_dead', ...facts }, 'A letter could not be sent, and will not be tried again');
    else log.warn({ event: 'letter_failed', ...facts, pauseMs }, 'A letter could not be sent and will be tried again');
  }
}

function writeLetter(id: string, issue: IssueText, { address, key }: Recipient, publicUrl: string): OutgoingMail {
  return {
    ...{ id, to: address, subject: issue.subject, createdAt: issue.sendingAt },
    ...withReaderLinks(issue, { publicUrl, key }),
    list: {
      name: 'newsletter',
      unsubscribeUrl: `${publicUrl}${urls.newsletterUnsubscribe(key)}`,
      unsubscribeKey: key,
      archiveUrl: `${publicUrl}${urls.newsletter()}`,
    },
  };
}
