/** What editors do about letters that are being sent, over HTTP: below /api/v1/admin. */
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { retryDeliveries } from './retry-deliveries.ts';

const OfIssue = z.strictObject({ id: z.uuid().toLowerCase() });
const Retried = z.strictObject({ queued: z.int() });

export function sendingEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'POST',
      path: '/newsletter/issues/{id}/retry',
      summary: 'Gives the letters of an issue that could not be sent all their tries again, to those who still want them',
      params: OfIssue,
      answer: Retried,
      refusals: { 404: 'There is no such letter, or it has not gone out', 409: 'None of them failed' },
      run: async ({ asker, params }) => ({ queued: await retry(db, asker, params.id) }),
    }),
  ];
}

async function retry(db: Db, asker: Editor, id: string): Promise<number> {
  return transact(db, async (trx) => {
    // Two who ask at once do so one after the other: the second one finds nothing left.
    const issue = await trx
      .selectFrom('newsletter_issues')
      .select('issue_date')
      .where('id', '=', id)
      .where('status', 'in', ['sending', 'sent'])
      .forUpdate()
      .executeTakeFirst();
    if (issue === undefined) throw notFound('There is no letter of this kind that went out.', 'unknown_letter');
    const queued = await retryDeliveries(trx, id);
    if (queued === 0) throw new AppError(409, 'nothing_failed', 'None of these letters failed, or nobody of those wants them any more.');
    const details = { day: issue.issue_date, queued };
    await audit(trx, { actor: asker.id, action: 'letter.retried', subject: { kind: 'letter', id }, details });
    return queued;
  });
}
