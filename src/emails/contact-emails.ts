import { type EmailContent, type RichText, richText } from './email-content.ts';
import type { ContactEmailData, SuggestionEmailData } from './emails.ts';

/** Messages from the contact page and the replies to them. User text appears in the body only, one paragraph per line. */
export function contactEmail(data: ContactEmailData, siteName: string): Omit<EmailContent, 'greeting'> {
  if (data.kind === 'message-received')
    return {
      subject: `A reader has written to ${siteName}`,
      preheader: `${data.topic}. Read and answer it under Messages.`,
      title: 'New message from a reader',
      body: [
        data.tale === null ? [`About: ${data.topic}.`] : richText`About: ${data.topic}, in “${data.tale}”.`,
        ...paragraphs(data.text),
        data.email === null ? ['The reader left no email address for a reply.'] : richText`Replies are sent to ${data.email}.`,
      ],
      button: { label: 'Open message', href: data.inboxLink },
      reason: 'You received this email because messages from the contact page are sent to this address (CONTACT_EMAIL).',
    };
  return {
    subject: `Reply to your message to ${siteName}`,
    preheader: 'You wrote to us. Here is our reply.',
    title: 'Thank you for your message',
    body: [...paragraphs(data.answer), ['You wrote:'], ...paragraphs(data.text)],
    secondaryLink: { text: 'Do you have more questions?', label: 'Write to us again', href: data.contactLink },
    reason: `You received this email because someone wrote to ${siteName} with this address and asked for a reply. If that was not you, ignore this email: we will not write again.`,
  };
}

/** The outcome of suggested changes, for their sender. */
export function suggestionEmail(
  { tale, accepted, rejected, note, link }: SuggestionEmailData,
  siteName: string,
): Omit<EmailContent, 'greeting'> {
  const outcome =
    rejected === 0
      ? richText`Your changes to “${tale}” were accepted. They are now in the text. Thank you!`
      : accepted === 0
        ? richText`Your changes to “${tale}” were not accepted this time. Thank you for the suggestion.`
        : richText`Thank you for your suggestion for “${tale}”. Accepted changes: ${String(accepted)}. Not accepted: ${String(rejected)}.`;
  return {
    subject: `Your suggested changes at ${siteName}`,
    preheader: 'The editors have decided about your suggestion.',
    title: accepted === 0 ? 'Your suggestion was not accepted' : 'Your suggestion was accepted',
    body: [outcome, ...(note === '' ? [] : [['The editors wrote:'], ...paragraphs(note)])],
    button: { label: 'View your suggestion', href: link },
    reason: `You received this email because you suggested changes to a tale at ${siteName}.`,
  };
}

/** One paragraph per line. */
export function paragraphs(text: string): RichText[] {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => [{ userText: line }]);
}
