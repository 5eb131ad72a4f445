import { fence, wrap } from '#src/ui/mail/wrap-text.ts';
import { letterDay, minutesWords, moreWords, PART_NAMES, paragraphsOf } from '../components/letter-words.ts';
import type { LetterContent } from '../letter-content.ts';
import { LETTER_FOOT } from './issue-words.ts';

type SectionOf = LetterContent['sections'][number];

/** The text part of a letter: lines of 72 characters, links on lines of their own. */
export function issueText({ subject, day, opening, sections, links }: LetterContent): string {
  const parts = [
    'Talewood',
    `${wrap(said(subject))}\n${letterDay(day)}`,
    ...paragraphsOf(opening).map((paragraph) => wrap(said(paragraph))),
    ...sections.flatMap(sectionText),
    '* * *',
    wrap(LETTER_FOOT.why),
    `${LETTER_FOOT.web}:\n${links.web}`,
    `${LETTER_FOOT.preferences}:\n${links.preferences}`,
    `${LETTER_FOOT.unsubscribe}:\n${links.unsubscribe}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function sectionText({ kind, tales, more }: SectionOf): string[] {
  const name = PART_NAMES[kind].toUpperCase();
  return [`${name}\n${'-'.repeat(name.length)}`, ...tales.map(taleText), ...(more === null ? [] : [`${moreWords(more)}:\n${more.href}`])];
}

function taleText(tale: SectionOf['tales'][number]): string {
  const lines = [wrap(said(tale.title)), wrap(`${said(tale.author)}, ${minutesWords(tale)}`), tale.href, wrap(said(tale.excerpt))];
  return [...lines, ...(tale.note === '' ? [] : [wrap(`Note: ${said(tale.note)}`)])].join('\n');
}

/** On one line, so that nothing in it passes for something of ours. */
function said(text: string): string {
  return fence(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim());
}
