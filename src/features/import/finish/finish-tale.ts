import type { CutTale, RawTale } from '../cut/cut-book.ts';
import { textOfHtml } from '../source/inline-html.ts';
import type { Block } from '../source/source-book.ts';
import { calmStarts } from './calm-start.ts';
import { cleanTitle, tidy } from './clean-title.ts';
import type { Credits } from './credits.ts';
import { innerHeadings } from './inner-headings.ts';
import { taleHead } from './tale-head.ts';
import { type Notes, noteTo, withNotes } from './tale-notes.ts';
import { taleTail } from './tale-tail.ts';
import { isMostlyCapitals, titleCase } from './title-case.ts';
import type { WordCapitals } from './word-capitals.ts';

/** A note to a title is kept when it says where the tale comes from. */
const SOURCE =
  /\b(?:from|tales?|legends?|stories|fictions|magazine|review|sagen|märchen|no\.|vol|pp?\.|told|taken|translated)(?:\b|$)|\d{4}/i;

/** What the whole book tells of each of its tales. */
export type AroundTale = { language: string; authors: readonly string[]; credits: Credits; notes: Notes; capitals: WordCapitals };

/** A raw tale with its title clean, and nothing left in its text that is not the tale's. */
export function finishTale({ head, blocks, order, doubts }: RawTale, around: AroundTale): CutTale {
  const { language, notes, capitals, credits } = around;
  const own = new Set(blocks);
  const clean = cleanTitle(titleLines(head), order);
  const top = taleHead(blocks, clean.title, around);
  const tail = taleTail(withNotes(top.blocks, notes), credits);
  const subtitle = top.subtitle ?? clean.subtitle;
  const byline = top.byline === undefined || !isMostlyCapitals(top.byline) ? top.byline : titleCase(top.byline, 'en', capitals);
  const source = clean.source ?? top.source ?? tail.source ?? sourceNote(head, own, notes);
  const cased = (text: string) => titleCase(tidy(text), language, capitals);
  return {
    title: cased(clean.title),
    ...(subtitle === undefined ? {} : { subtitle: cased(subtitle) }),
    ...(byline === undefined ? {} : { byline }),
    ...(source === undefined ? {} : { source }),
    blocks: calmStarts(innerHeadings(tail.blocks, language, capitals), capitals),
    order,
    doubts,
  };
}

/** Of headings that say the same only the last. */
function titleLines(head: readonly Block[]): string[] {
  const texts = head.map(({ text }) => text.toLowerCase());
  return head.filter(({ text }, index) => !texts.slice(index + 1).includes(text.toLowerCase())).flatMap(linesOf);
}

function linesOf({ html, lines, text }: Block): string[] {
  if (lines.length <= 1 || lines.join(' ').length > text.length + 40)
    return lines.length === 1 && / {3}/.test(lines[0] ?? '') ? lines : [text];
  return html.includes('<br />') ? html.split('<br />').map((line) => textOfHtml(line)) : lines;
}

function sourceNote(head: readonly Block[], own: ReadonlySet<Block>, notes: Notes): string | undefined {
  for (const block of head) {
    for (const { to } of block.links) {
      const text = noteTo(to, block, notes, own);
      if (text !== undefined && text.length <= 200 && (SOURCE.test(text) || text.length <= 30)) return text;
    }
  }
  return undefined;
}
