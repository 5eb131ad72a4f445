/** What stands behind the text of a tale. */
import type { Block } from '../source/source-book.ts';
import { type Credits, isCredit } from './credits.ts';

export type TaleTail = { source?: string; blocks: Block[] };

const END = /^[[(]?(?:the end|end|finis|ende|fin|slut|einde)[\])]?[.!]?$/i;
const BRACKETS = /^\[[^[\]]*\]$|^\((?:[^()]|\([^()]*\))*\)\.?$/;
const SOURCE =
  /^[[(]\s*(?:from|adapted|shortened|after|taken|translated|told|collected|this (?:story|tale)|native|a \w+ (?:tale|story)|aus|nach)\b/i;
/** `(Grimm.)`, `[Contes Berberes.]`: names and nothing else. */
const NAMES = /^[[(]\s*(?:\p{Lu}[\p{L}.'’-]*[. ]*){1,6}[\])]$/u;
const LONGEST = 400;

/** Rules, headings, `The End`, what an editor says in brackets, and a line of capitals below a rule. */
function isRest({ kind, text, hints }: Block, blocks: readonly Block[]): boolean {
  if (kind === 'rule' || kind === 'figure' || kind === 'heading' || END.test(text)) return true;
  if (/^\[[^[\]]{60,}\]$/.test(text) || /^glossary\b/i.test(text)) return true;
  return hints.caps && blocks.length > 3 && blocks.slice(-4, -1).some((each) => each.kind === 'rule');
}

/** Without rules, headings and words that only say that it is over; where it comes from is kept apart. */
export function taleTail(all: readonly Block[], { tail }: Credits): TaleTail {
  const notes = all.filter(({ kind }) => kind === 'note');
  const blocks = all.filter(({ kind }) => kind !== 'note');
  let source: string | undefined;
  for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
    const { text } = last;
    const bare = text.replace(/^[[(]\s*|\s*[\])]\.?$/g, '');
    const isSource = BRACKETS.test(text) && (SOURCE.test(text) || NAMES.test(text) || isCredit(bare));
    if ((isSource && text.length <= LONGEST) || (tail && isCredit(text))) source ??= bare;
    else if (!isRest(last, blocks)) break;
    blocks.pop();
  }
  return { blocks: [...blocks, ...notes], ...(source === undefined ? {} : { source }) };
}
