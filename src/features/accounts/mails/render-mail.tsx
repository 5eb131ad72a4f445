/** The mails, as they are built into dist/server/mails.js. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { RenderMail } from '../account-mail.ts';
import { LetterMail } from './letter-mail.tsx';
import { letterText } from './letter-text.ts';
import { writeLetter } from './letters.ts';

/** Draws a mail: subject, HTML of its own, text. */
export const renderMail: RenderMail = async (mail) => {
  const letter = writeLetter(mail);
  const html = `<!DOCTYPE html>${renderToStaticMarkup(<LetterMail letter={letter} />)}`;
  return { subject: letter.subject, html, text: letterText(letter) };
};
