/** Lists and retries emails that could not be sent; below /api/v1/admin. */

import { z } from 'zod';
import type { SessionUser } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { getRequestContext } from '#src/platform/http/request-context.ts';
import type { Log } from '#src/platform/log.ts';
import { listFailedEmails, retryEmail } from '#src/platform/mail/failed-emails.ts';
import { FailedEmailPage } from './contract.ts';

const FailedEmailQuery = z.strictObject({ before: z.uuid('This place in the list is unknown.').optional() });

export function failedEmailEndpoints({ db, log }: { db: Db; log: Pick<Log, 'info'> }): Endpoint<SessionUser>[] {
  return [
    endpoint({
      ...{ id: 'listFailedEmails', method: 'GET', path: '/mails', summary: 'List failed emails' },
      description: 'Emails that could not be sent and are not retried automatically, newest first.',
      ...{ query: FailedEmailQuery, response: FailedEmailPage },
      run: ({ query }) => listEmails(db, query.before),
    }),
    endpoint({
      ...{ id: 'retryEmail', method: 'POST', path: '/mails/{id}/retry', summary: 'Retry a failed email' },
      description: 'Queues the email again with all its attempts.',
      params: z.strictObject({ id: z.uuid() }),
      run: async ({ c, caller, params }) => {
        const id = params.id.toLowerCase();
        await retry(db, caller.id, id);
        const facts = { actor: caller.id, action: 'mail.retried', subject: id, requestId: getRequestContext(c).id };
        log.info({ event: 'admin_action', ...facts }, 'Failed email queued again by an administrator');
        return undefined;
      },
    }),
  ];
}

/** @throws AppError 404 `unknown_mail` when no failed email has this id */
async function retry(db: Db, actor: string, id: string): Promise<void> {
  await transact(db, async (trx) => {
    if (!(await retryEmail(trx, id))) throw notFound('This email is not among the failed emails.', 'unknown_mail');
    await audit(trx, { actor, action: 'mail.retried', subject: { kind: 'mail', id } });
  });
}

async function listEmails(db: Db, before: string | undefined): Promise<FailedEmailPage> {
  const { rows, next } = await listFailedEmails(db, before);
  const mails = rows.map(({ id, to_address: to, template, subject, created_at, attempts: tries, last_error: lastError }) => ({
    ...{ id, to, template, subject, tries, lastError },
    createdAt: created_at.toISOString(),
  }));
  return { mails, next };
}
