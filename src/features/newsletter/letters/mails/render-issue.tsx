/** The letter, as it is built into dist/server/letters.js. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { DrawLetter } from '../letter-content.ts';
import { IssueMail } from './issue-mail.tsx';
import { issueText } from './issue-text.ts';

/** Draws a letter: HTML of its own, and text. */
export const drawLetter: DrawLetter = async (content) => ({
  html: `<!DOCTYPE html>${renderToStaticMarkup(<IssueMail content={content} />)}`,
  text: issueText(content),
});
