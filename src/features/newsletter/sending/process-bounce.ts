/** Processes emails to the newsletter's sender address: bounces, spam complaints and unsubscribe requests. */
import { sql } from 'kysely';
import PostalMime, { type Attachment } from 'postal-mime';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { unsubscribe } from '../preferences.ts';
import { suppress } from '../recipients.ts';

/**
 * Status codes (RFC 3463) about the address, mailbox or host, and 5.0.0, which relays use for rejections without a code. Other codes are
 * about a full mailbox, the message or the sender: the next issue may arrive.
 */
const ADDRESS_FAILURE = /^5\.(?:0\.0|1\.(?:0|1|2|3|6|10)|2\.[01]|4\.[14])$/;

/** `refused`: failed, but the address stays. `ignored`: not about our emails, or an unknown subscriber. */
type IncomingResult = 'bounced' | 'refused' | 'complained' | 'unsubscribed' | 'ignored';

/**
 * Processes one message. A bounce marks its delivery as failed, and suppresses the address if it does not exist. A complaint suppresses
 * and unsubscribes it. Idempotent.
 */
export async function processIncomingEmail(db: Db, message: Uint8Array): Promise<IncomingResult> {
  const incoming = await parseIncomingEmail(message);
  if (incoming.kind === 'other') return 'ignored';
  if (incoming.kind === 'unsubscribe') return (await unsubscribe(db, incoming.key)) === undefined ? 'ignored' : 'unsubscribed';
  return transact(db, (trx) => processReport(trx, incoming));
}

async function processReport(trx: Db, report: Extract<IncomingEmail, { kind: 'bounce' | 'complaint' }>): Promise<IncomingResult> {
  const reader = await trx
    .selectFrom('newsletter_deliveries as d')
    .innerJoin('newsletter_subscribers as s', 's.id', 'd.subscriber_id')
    .leftJoin('users as p', 'p.id', 's.user_id')
    .select(['s.key', sql<string>`coalesce(s.email, p.email)`.as('address')])
    .where('d.id', '=', report.deliveryId)
    .executeTakeFirst();
  if (reader === undefined) return 'ignored';
  if (report.kind === 'complaint') {
    await suppress(trx, reader.address, 'complaint');
    await unsubscribe(trx, reader.key);
    return 'complained';
  }
  await markFailed(trx, report);
  if (!ADDRESS_FAILURE.test(report.status)) return 'refused';
  // The account has a new address since, which is not affected.
  if (report.to !== undefined && report.to !== reader.address) return 'refused';
  await suppress(trx, reader.address, 'bounce');
  return 'bounced';
}

async function markFailed(trx: Db, { deliveryId, status }: { deliveryId: string; status: string }): Promise<void> {
  await trx
    .updateTable('newsletter_deliveries')
    .set({ status: 'failed', last_error: `came back, ${status}`, completed_at: sql`coalesce(completed_at, now())` })
    .where('id', '=', deliveryId)
    .where('status', '<>', 'failed')
    .execute();
}

/** `to`: original recipient in lower case, if known. `status`: RFC 3463. */
type IncomingEmail =
  | { kind: 'bounce'; deliveryId: string; to: string | undefined; status: string }
  | { kind: 'complaint'; deliveryId: string }
  | { kind: 'unsubscribe'; key: string }
  | { kind: 'other' };

type HeaderFields = Map<string, string>;

const OTHER: IncomingEmail = { kind: 'other' };
/** Feedback types sent by users (RFC 5965, 7.3). */
const COMPLAINTS = new Set(['abuse', 'fraud', 'other', 'opt-out']);
const UNSUBSCRIBE = /^\s*unsubscribe\s+([0-9a-f]{64})\s*$/i;
const DELIVERY_ID = /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^\s<>@]+>/;

/**
 * Parses a message (RFC 5322): a delivery status notification (RFC 3464), a complaint (RFC 5965), an unsubscribe request, or other. The
 * sender is not trusted: only the secret delivery id or subscriber key counts.
 */
export async function parseIncomingEmail(message: Uint8Array): Promise<IncomingEmail> {
  const mail = await PostalMime.parse(message, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' }).catch(() => undefined);
  if (mail === undefined) return OTHER;
  const key = UNSUBSCRIBE.exec(mail.subject ?? '')?.[1];
  if (key !== undefined) return { kind: 'unsubscribe', key: key.toLowerCase() };
  const returned = findPart(mail.attachments, 'message/rfc822') ?? findPart(mail.attachments, 'text/rfc822-headers');
  if (returned === undefined) return OTHER;
  const headers = parseFields(returned);
  const deliveryId = DELIVERY_ID.exec(headers.get('message-id') ?? '')?.[1];
  if (deliveryId === undefined) return OTHER;
  const complaint = parseFields(findPart(mail.attachments, 'message/feedback-report') ?? '').get('feedback-type');
  if (complaint !== undefined) return COMPLAINTS.has(complaint.toLowerCase()) ? { kind: 'complaint', deliveryId } : OTHER;
  const status = findFailureStatus(findPart(mail.attachments, 'message/delivery-status') ?? '');
  return status === undefined ? OTHER : { kind: 'bounce', deliveryId, to: findAddress(headers.get('to')), status };
}

/** Returns the status of a permanent failure; an email has one recipient. */
function findFailureStatus(report: string): string | undefined {
  for (const block of report.split(/\r?\n(?:[ \t]*\r?\n)+/)) {
    const fields = parseFields(block);
    const status = /^5\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0];
    if (fields.get('action')?.toLowerCase() === 'failed' && status !== undefined) return status;
  }
  return undefined;
}

/** Returns the fields up to the first empty line, by lower-case name; the first of several wins. */
function parseFields(text: string): HeaderFields {
  const fields: HeaderFields = new Map();
  const [head = ''] = text.replace(/^\s+/, '').split(/\r?\n[ \t]*\r?\n/, 1);
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim().toLowerCase();
    if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim());
  }
  return fields;
}

function findAddress(to: string | undefined): string | undefined {
  return /[^\s<>",;:]+@[^\s<>",;:]+/.exec(to ?? '')?.[0].toLowerCase();
}

function findPart(parts: Attachment[], type: string): string | undefined {
  const content = parts.find(({ mimeType }) => mimeType === type)?.content;
  return typeof content === 'string' ? content : undefined;
}
