/** Mails that could not be sent, for administrators; below /api/v1/admin. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Guards, Person } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { badRequest, notFound } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import type { Log } from '#src/platform/log.ts';
import { listDeadMails, retryMail } from '#src/platform/mail/dead-mails.ts';
import { type StaffMailPage, StaffMailQuery } from './contract.ts';

type MailDeps = { db: Db; guards: Guards; publicUrl: string; log: Pick<Log, 'info'> };

/** `GET /mails` lists the dead ones, newest first; `POST /mails/{id}/retry` gives one all its tries again (204; 404 when it is not dead). */
export function mailRoutes({ db, guards, publicUrl, log }: MailDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use('/mails/*', sameOrigin(publicUrl, { takesKeys: true }));
  app.get('/mails', async (c) => {
    await guards.admin(c);
    return c.json(await listMails(db, c), 200, { 'Cache-Control': 'no-store' });
  });
  app.post('/mails/:id/retry', async (c) => {
    const actor = await guards.admin(c);
    const id = await retry(actor, c.req.param('id'));
    const facts = { actor: actor.id, action: 'mail.retried', subject: id, requestId: exchangeOf(c).id };
    log.info({ event: 'admin_action', ...facts }, 'An administrator has a mail sent again');
    return c.body(null, 204, { 'Cache-Control': 'no-store' });
  });
  return app;

  async function retry(actor: Person, given: string): Promise<string> {
    const unknown = () => notFound('This mail is not among those that could not be sent.', 'unknown_mail');
    const id = z.uuid().safeParse(given).data?.toLowerCase();
    if (id === undefined) throw unknown();
    await transact(db, async (trx) => {
      if (!(await retryMail(trx, id))) throw unknown();
      await audit(trx, { actor: actor.id, action: 'mail.retried', subject: { kind: 'mail', id } });
    });
    return id;
  }
}

async function listMails(db: Db, c: Context): Promise<StaffMailPage> {
  const query = StaffMailQuery.safeParse(Object.fromEntries(new URL(c.req.url).searchParams));
  if (!query.success) throw badRequest(query.error.issues[0]?.message ?? 'This cannot be asked for.', 'bad_query');
  const { rows, next } = await listDeadMails(db, query.data.before);
  const mails = rows.map(({ id, to_address: to, template, subject, created_at, attempts: tries, last_error: lastError }) => ({
    ...{ id, to, template, subject, tries, lastError },
    createdAt: created_at.toISOString(),
  }));
  return { mails, next };
}
