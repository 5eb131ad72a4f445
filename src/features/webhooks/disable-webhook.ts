import type { RenderEmail } from '#src/emails/emails.ts';
import { rolesWith } from '#src/permissions.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { hostOf } from './edit-webhook.ts';

export type DisableDeps = { db: Db; publicUrl: string; renderEmail: RenderEmail };

/** Disables a webhook, gives up what waits for it, and notifies the administrators by email. Nothing happens if it is disabled already. */
export async function disableWebhook(
  { db, publicUrl, renderEmail }: DisableDeps,
  { id, url }: { id: string; url: string },
  reason: 'gone' | 'failing',
): Promise<void> {
  const host = hostOf(url);
  const webhookLink = `${publicUrl}${urls.manageWebhooks(`id=${id}`)}`;
  const admins = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('role', 'in', rolesWith('manageSite'))
    .where('disabled_at', 'is', null)
    .where('email_verified', '=', true)
    .execute();
  const kind = 'webhook-disabled';
  const emails = await Promise.all(
    admins.map(async ({ name, email }) => ({
      to: email,
      template: kind,
      ...(await renderEmail({ kind, name, host, reason, webhookLink })),
    })),
  );
  await transact(db, async (trx) => {
    const disabled = await trx
      .updateTable('webhooks')
      .set(({ eb }) => ({ status: 'disabled', disabled_reason: reason, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('status', '<>', 'disabled')
      .returning('id')
      .executeTakeFirst();
    if (disabled === undefined) return;
    await trx
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', next_attempt_at: null, error: 'The webhook was disabled.' })
      .where('webhook_id', '=', id)
      .where('status', '=', 'waiting')
      .execute();
    await audit(trx, { actor: null, action: 'webhook.disabled', subject: { kind: 'webhook', id }, details: { host, reason } });
    for (const email of emails) await queueEmail(trx, email);
  });
}
