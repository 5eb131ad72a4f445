/** What a mail to the address of our letters says to us. Whoever wrote it: it counts by what nobody else knows, an id or a key of ours. */
import PostalMime, { type Attachment } from 'postal-mime';

/** `deliveryId`: of the letter that came back. `to`: where it had gone, in small letters, if that is told. `status`: RFC 3463. */
export type Incoming =
  | { kind: 'bounce'; deliveryId: string; to: string | undefined; status: string }
  | { kind: 'complaint'; deliveryId: string }
  | { kind: 'unsubscribe'; key: string }
  | { kind: 'other' };

type Fields = Map<string, string>;

const OTHER: Incoming = { kind: 'other' };
/** RFC 5965, 7.3: what a reader presses. The others are of no reader. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'other', 'opt-out']);
const UNSUBSCRIBE = /^\s*unsubscribe\s+([0-9a-f]{64})\s*$/i;
const OUR_ID = /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^\s<>@]+>/;

/** Reads one message (RFC 5322): a report of delivery (RFC 3464) or of a complaint (RFC 5965), a wish to leave, or anything else. */
export async function readIncoming(message: Uint8Array): Promise<Incoming> {
  const mail = await PostalMime.parse(message, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' }).catch(() => undefined);
  if (mail === undefined) return OTHER;
  const key = UNSUBSCRIBE.exec(mail.subject ?? '')?.[1];
  if (key !== undefined) return { kind: 'unsubscribe', key: key.toLowerCase() };
  const returned = textOf(mail.attachments, 'message/rfc822') ?? textOf(mail.attachments, 'text/rfc822-headers');
  if (returned === undefined) return OTHER;
  const headers = readFields(returned);
  const deliveryId = OUR_ID.exec(headers.get('message-id') ?? '')?.[1];
  if (deliveryId === undefined) return OTHER;
  const complaint = readFields(textOf(mail.attachments, 'message/feedback-report') ?? '').get('feedback-type');
  if (complaint !== undefined) return COMPLAINTS.has(complaint.toLowerCase()) ? { kind: 'complaint', deliveryId } : OTHER;
  const status = failureIn(textOf(mail.attachments, 'message/delivery-status') ?? '');
  return status === undefined ? OTHER : { kind: 'bounce', deliveryId, to: addressIn(headers.get('to')), status };
}

/** The status of a recipient for whom it failed for good; a letter has one recipient. */
function failureIn(report: string): string | undefined {
  for (const block of report.split(/\r?\n(?:[ \t]*\r?\n)+/)) {
    const fields = readFields(block);
    const status = /^5\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0];
    if (fields.get('action')?.toLowerCase() === 'failed' && status !== undefined) return status;
  }
  return undefined;
}

/** The fields up to the first empty line, by name in small letters; of several the first. */
function readFields(text: string): Fields {
  const fields: Fields = new Map();
  const [head = ''] = text.replace(/^\s+/, '').split(/\r?\n[ \t]*\r?\n/, 1);
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim().toLowerCase();
    if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim());
  }
  return fields;
}

function addressIn(to: string | undefined): string | undefined {
  return /[^\s<>",;:]+@[^\s<>",;:]+/.exec(to ?? '')?.[0].toLowerCase();
}

function textOf(parts: Attachment[], type: string): string | undefined {
  const content = parts.find(({ mimeType }) => mimeType === type)?.content;
  return typeof content === 'string' ? content : undefined;
}
