import type { MessageMail } from '../account-mail.ts';
import type { Letter } from './letters.ts';
import { type Words, words } from './words.ts';

/** What the mails about letters of readers say. Their words stand in the body alone, a line of theirs as a paragraph. */
export function writeMessageLetter(mail: MessageMail): Omit<Letter, 'greeting'> {
  if (mail.kind === 'message-received')
    return {
      subject: 'A reader has written to Talewood',
      preheader: `${mail.topic}. The letter waits in your inbox.`,
      title: 'A letter from a reader',
      body: [
        mail.tale === null ? [`About: ${mail.topic}.`] : words`About: ${mail.topic}, in “${mail.tale}”.`,
        ...paragraphs(mail.text),
        mail.email === null ? ['The reader gave no address for an answer.'] : words`An answer goes to ${mail.email}.`,
      ],
      button: { label: 'Open it in the inbox', href: mail.inboxLink },
      why: 'You get this mail because what readers write on the contact page goes to this address (CONTACT_EMAIL).',
    };
  return {
    subject: 'An answer to your letter to Talewood',
    preheader: 'You wrote to us, and here is what we say.',
    title: 'Thank you for your letter',
    body: [...paragraphs(mail.answer), ['You had written:'], ...paragraphs(mail.text)],
    besides: { text: 'Is there more to say?', label: 'Write to us again', href: mail.contactLink },
    why: 'You get this mail because someone wrote to Talewood with this address and wished for an answer. If that was not you, do nothing: we write no second time.',
  };
}

function paragraphs(text: string): Words[] {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => [{ foreign: line }]);
}
