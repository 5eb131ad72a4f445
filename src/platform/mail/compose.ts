import type { SendMailOptions } from 'nodemailer';
import type { MailSender } from '#src/platform/config.ts';
import type { OutgoingMail } from './transport.ts';

export type Letterhead = { from: MailSender; publicUrl: string };

/**
 * The message as nodemailer takes it: addresses as objects, which it does not parse, and headers of fixed text. The date and
 * the Message-ID are those of the first try, so that a mail which arrives twice is known as one.
 */
export function composeMessage({ id, to, subject, html, text, createdAt }: OutgoingMail, { from, publicUrl }: Letterhead): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    messageId: `<${id}@${new URL(publicUrl).hostname.replace(/[[\]:]/g, '')}>`,
    date: createdAt,
    // RFC 3834: no automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject,
    html,
    text,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
