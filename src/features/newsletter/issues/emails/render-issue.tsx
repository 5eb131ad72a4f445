/** Renders issues as HTML and text. Built into dist/server/issue-email.js. */
import { renderToStaticMarkup } from 'react-dom/server';
import { isolate, wrap } from '#src/emails/plain-text.ts';
import { formatIssueDay, formatMinutes, moreTalesText, PART_NAMES, splitParagraphs } from '../components/issue-text.ts';
import type { IssueContent, RenderIssue } from '../issue-content.ts';
import { FOOTER_TEXT, IssueEmail } from './issue-email.tsx';

export const renderIssue: RenderIssue = async (content) => ({
  html: `<!DOCTYPE html>${renderToStaticMarkup(<IssueEmail content={content} />)}`,
  text: renderIssueText(content),
});

type TextSection = IssueContent['sections'][number];

/** Renders the text part: lines of 72 characters, links on separate lines. */
function renderIssueText({ subject, day, opening, sections, links }: IssueContent): string {
  const parts = [
    'Talewood',
    `${wrap(singleLine(subject))}\n${formatIssueDay(day)}`,
    ...splitParagraphs(opening).map((paragraph) => wrap(singleLine(paragraph))),
    ...sections.flatMap(sectionText),
    '* * *',
    wrap(FOOTER_TEXT.why),
    `${FOOTER_TEXT.web}:\n${links.web}`,
    `${FOOTER_TEXT.preferences}:\n${links.preferences}`,
    `${FOOTER_TEXT.unsubscribe}:\n${links.unsubscribe}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function sectionText({ kind, tales, more }: TextSection): string[] {
  const name = PART_NAMES[kind].toUpperCase();
  return [
    `${name}\n${'-'.repeat(name.length)}`,
    ...tales.map(taleText),
    ...(more === null ? [] : [`${moreTalesText(more)}:\n${more.href}`]),
  ];
}

function taleText(tale: TextSection['tales'][number]): string {
  const lines = [
    wrap(singleLine(tale.title)),
    wrap(`${singleLine(tale.author)}, ${formatMinutes(tale)}`),
    tale.href,
    wrap(singleLine(tale.excerpt)),
  ];
  return [...lines, ...(tale.note === '' ? [] : [wrap(`Note: ${singleLine(tale.note)}`)])].join('\n');
}

/** Returns untrusted text on one line, so that it cannot imitate our own lines. */
function singleLine(text: string): string {
  return isolate(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim());
}
