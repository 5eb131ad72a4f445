import { bareNumber } from '../cut/normal-title.ts';
import { sectionKind } from '../cut/section-kinds.ts';
import type { Block } from '../source/source-book.ts';
import { isMostlyCapitals, titleCase } from './title-case.ts';
import type { WordCapitals } from './word-capitals.ts';

/** Headings inside a tale: a number and the title below it become one, and capitals become the case of the language. */
export function innerHeadings(blocks: readonly Block[], language: string, capitals: WordCapitals): Block[] {
  const kept: Block[] = [];
  for (const block of blocks) {
    const last = kept.at(-1);
    if (block.kind === 'heading' && sectionKind(block.text) === 'notes') continue;
    if (block.kind !== 'heading') {
      kept.push(block);
      continue;
    }
    const cased = withCase(block, language, capitals);
    const isTitled = last?.kind === 'heading' && bareNumber(last.text) !== undefined && bareNumber(block.text) === undefined;
    if (!isTitled) kept.push(cased);
    else {
      const number = last.html.replace(/[.:)\s]+$/, '');
      kept[kept.length - 1] = { ...last, html: `${number}. ${cased.html}`, text: `${number}. ${cased.text}` };
    }
  }
  return kept;
}

/** Only where no mark stands in it: a word may be split between two. */
function withCase(block: Block, language: string, capitals: WordCapitals): Block {
  const plain = block.html.replace(/<br \/>/g, ' ').replace(/^<(em|strong|span)[^>]*>([^<]*)<\/\1>$/, '$2');
  if (/[<&]/.test(plain)) return block;
  const isNumber = bareNumber(plain) !== undefined;
  const [, number = '', title = plain] = /^((?:\d{1,3}|[IVXLC]+)[.:)]\s+)(.+)$/s.exec(plain) ?? [];
  const text = isNumber || !isMostlyCapitals(title) ? plain : number + titleCase(title, language, capitals);
  const bare = isNumber ? text.replace(/\.$/, '') : text;
  return { ...block, html: bare, text: bare };
}
