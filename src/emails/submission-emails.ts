import { paragraphs } from './contact-emails.ts';
import { type EmailContent, richText } from './email-content.ts';
import type { SubmissionEmailData } from './emails.ts';

/** Emails to the author of a submitted tale, one for each step. What people wrote appears in the body only. */
export function submissionEmail(data: SubmissionEmailData, siteName: string): Omit<EmailContent, 'greeting'> {
  const { title, link } = data;
  const reason = `You received this email because you submitted a tale to ${siteName}.`;
  switch (data.kind) {
    case 'submission-received':
      return {
        subject: `${siteName} has received your tale`,
        preheader: 'An editor will review it. You will get an email about the result.',
        title: 'We have received your tale',
        body: [
          richText`Thank you for submitting “${title}”. An editor will review it, and you will get an email about the result.`,
          ['You can withdraw it while it is being reviewed.'],
        ],
        button: { label: 'Open submission', href: link },
        reason,
      };
    case 'submission-changes':
      return {
        subject: `An editor of ${siteName} has asked for changes to your tale`,
        preheader: 'Edit the tale and submit it again.',
        title: 'Changes requested',
        body: [
          richText`An editor has read “${title}” and asks for changes before it can be accepted.`,
          ...paragraphs(data.note),
          ...data.comments.flatMap(({ quote, text }) => [
            ...(quote === '' ? [] : [richText`About “${shorten(quote)}”:`]),
            ...paragraphs(text),
          ]),
          ['Edit the tale and submit it again.'],
        ],
        button: { label: 'Edit tale', href: link },
        reason,
      };
    case 'submission-accepted':
      return {
        subject: `Your tale was accepted by ${siteName}`,
        preheader: data.isPublished ? 'It is published.' : 'It will be published.',
        title: 'Your tale was accepted',
        body: [
          data.isPublished
            ? richText`Thank you! “${title}” was accepted and is published. Everybody can read it now.`
            : richText`Thank you! “${title}” was accepted and will be published by our editors.`,
        ],
        button: data.isPublished ? { label: 'Read tale', href: link } : { label: 'Open submission', href: link },
        reason,
      };
    case 'submission-declined':
      return {
        subject: `Your tale was not accepted by ${siteName}`,
        preheader: 'An editor has reviewed it and gives a reason.',
        title: 'Your tale was not accepted',
        body: [
          richText`Thank you for submitting “${title}”. An editor has reviewed it and did not accept it, for this reason:`,
          ...paragraphs(data.reason),
          ['The text stays in your submissions for 12 months. You can copy it or delete it there.'],
        ],
        button: { label: 'Open submission', href: link },
        reason,
      };
  }
}

const MAX_QUOTE = 120;

function shorten(quote: string): string {
  const characters = [...quote.replace(/\s+/g, ' ')];
  return characters.length > MAX_QUOTE ? `${characters.slice(0, MAX_QUOTE).join('')}…` : characters.join('');
}
