import type { SendMailOptions } from 'nodemailer';
import type { MailSender } from '#src/platform/config.ts';
import type { Dkim } from './dkim.ts';
import type { MailingList, OutgoingMail } from './transport.ts';

/** `dkim`: signs all mails. */
export type Letterhead = { from: MailSender; publicUrl: string; dkim?: Dkim | undefined };

/**
 * The message as nodemailer takes it: addresses as objects, which it does not parse, and headers of fixed text. The date and
 * the Message-ID are those of the first try, so that a mail which arrives twice is known as one.
 */
export function composeMessage(
  { id, to, replyTo, subject, html, text, createdAt, list }: OutgoingMail,
  { from, publicUrl }: Letterhead,
): SendMailOptions {
  const host = new URL(publicUrl).hostname.replace(/[[\]:]/g, '');
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    messageId: `<${id}@${host}>`,
    date: createdAt,
    // RFC 3834: no automatic replies. It holds for lists as well; `Precedence`, which says the same to old programs, is in no standard.
    headers: { 'Auto-Submitted': 'auto-generated', ...(list !== undefined && listHeaders(list, from, host)) },
    subject,
    html,
    text,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 2919 (List-Id), 2369 (the others) and 8058 (the one click). Written as they go out: nodemailer would fold before an address. */
function listHeaders({ name, unsubscribeUrl, unsubscribeKey, archiveUrl }: MailingList, from: MailSender, host: string) {
  const asIs = (value: string) => ({ prepared: true, value });
  const [local = '', domain = ''] = from.address.split('@');
  // RFC 6068: what stands before the sign may hold characters that mean something in a URI.
  const mailto = `mailto:${encodeURIComponent(local)}@${domain}?subject=unsubscribe%20${unsubscribeKey}`;
  return {
    'List-Id': asIs(`<${name}.${host}>`),
    'List-Unsubscribe': asIs(`<${unsubscribeUrl}>,\r\n <${mailto}>`),
    'List-Unsubscribe-Post': asIs('List-Unsubscribe=One-Click'),
    'List-Archive': asIs(`<${archiveUrl}>`),
  };
}
