/** What stands between the title of a tale and its text: a subtitle, who wrote it, where it comes from. */
import { bareNumber, isChapterLabel, leadingNumber, normalTitle } from '../cut/normal-title.ts';
import type { Block } from '../source/source-book.ts';
import { type Credits, isCredit } from './credits.ts';
import { isMostlyCapitals } from './title-case.ts';

export type TaleHead = { subtitle?: string; byline?: string; source?: string; blocks: Block[] };

const BYLINE = /^(?:by|par|von|af|av|door|por|(?:re)?told by|(?:literally )?translated (?:literally )?(?:from .+ )?by)\s+\p{Lu}/iu;
const HEADED_SOURCE = /^(?:from|aus|nach) \p{Lu}/u;
const SOURCE = /^[[(]\d+[\])]\s*|^[[(]?(?:from the|from an?|adapted from|after the|translated from|aus dem)\b/i;
const GENRE =
  /^(?:an?|the|ein|eine|un|une|een|en|et)?\s*(?:\S+ ){0,4}(?:tale|story|legend|ballad|fable|märchen|sage|conte(?: \S+)?|légende|fabel|cuento|sprookje|eventyr|saga)\.?$/iu;
const NAME = /^(?:mr\.? and mrs\.? |(?:sir|lady|miss|mrs?|dr|rev)\.? )?(?:\p{Lu}[\p{L}'’-]*\.? ){1,3}\p{Lu}[\p{L}'’-]+\.?$/u;
const COUPLE = /^mr\.? and mrs\.? /i;
/** To whom it is dedicated, in capitals as inscriptions are. */
const DEDICATION = /^(?:dedicated )?to\s/i;
/** A book with its year or its publisher: `Contes populaires des Bassoutos. Paris: Leroux, Editeur.` */
const CITATION =
  /^(?!["“‘'«„]).*[.(] ?(?:\p{Lu}\p{L}+[,:] (?:[^.]* )?1[5-9]\d\d\)?|[^.]*(?:[ÉE]diteur|Librairie|Verlag|[Pp]ublisher)s?)\.$/u;
const FUNCTION_WORDS = /\b(?:the|of|and|an?|in|to|le|la|les|de|du|des|et|der|die|das|und|von|el|los|las|y|het|een|den|det|og|och)\b/i;
const MOST_LINES = 6;
const LONGEST = 160;

/** `authors`: of the book; their name below every title is left out. */
type Around = { authors: readonly string[]; credits: Credits };

export function taleHead(all: readonly Block[], title: string, { authors, credits }: Around): TaleHead {
  const head: TaleHead = { blocks: [...all] };
  for (let count = 0; count < MOST_LINES; count += 1) {
    const [block, next] = head.blocks;
    if (block === undefined) break;
    const isNamed = credits.head && block.kind !== 'heading' && !block.hints.caps && isCredit(block.text);
    if (isNamed) head.source ??= block.text.replace(/^[[(](.*)[\])]\.?$/s, '$1');
    else if (!takeLine(block, next, head, title, authors)) break;
    head.blocks.shift();
  }
  return head;
}

/** Whether the line belongs to the head; what it says is kept. */
function takeLine(block: Block, next: Block | undefined, head: TaleHead, title: string, authors: readonly string[]): boolean {
  const { kind, text } = block;
  if (kind === 'rule' || kind === 'figure' || (/^\[[^[\]]{60,}\]$/.test(text) && !SOURCE.test(text))) return true;
  if (kind === 'note' || kind === 'list' || kind === 'table' || text.length > LONGEST) return false;
  if (block.hints.caps && DEDICATION.test(text) && next?.hints.caps === false) return true;
  const normal = normalTitle(text);
  if (normal === normalTitle(title) || authors.some((author) => normalTitle(author) === normal)) return true;
  if (isPieceOfTale(text)) return false;
  const isApart = kind === 'heading' || block.hints.centred || /^[[(].*[\])]\.?$/.test(text);
  const saysSource = SOURCE.test(text) || (kind === 'heading' && HEADED_SOURCE.test(text));
  if (!BYLINE.test(text) && saysSource && (isApart || /^[[(]\d/.test(text))) {
    head.source ??= text.replace(/^[[(]\d+[\])]\s*/, '').replace(/^[[(](.*)[\])]\.?$/s, '$1');
    return true;
  }
  if (block === head.blocks[0] && CITATION.test(text) && next?.kind === 'paragraph') {
    head.source ??= text;
    return true;
  }
  if (isApart && /[“"„«].{4,}[”"“»]\.?$/.test(text) && NAME.test(text.replace(/['’]s [“"].*$/, ''))) {
    head.source ??= text;
    return true;
  }
  if (!GENRE.test(text) && isByline(block, next)) {
    head.byline ??= text.replace(/[.,]$/, '').replace(/^by (?=\p{Lu})/iu, '');
    return true;
  }
  if (!isSubtitle(block, next, head.blocks, title)) return false;
  head.subtitle ??= text;
  return true;
}

function isByline({ kind, text, hints }: Block, next: Block | undefined): boolean {
  if (kind !== 'heading' && !hints.centred && text.length > 60) return false;
  if (BYLINE.test(text) && text.length < 100 && !/[.!?].+\s/.test(text.replace(/\b\p{Lu}\p{L}?\. ?/gu, ''))) return true;
  return kind === 'heading' && NAME.test(text) && !FUNCTION_WORDS.test(text.replace(COUPLE, '')) && isText(next);
}

function isPieceOfTale(text: string): boolean {
  return bareNumber(text) !== undefined || leadingNumber(text) !== undefined || isChapterLabel(normalTitle(text));
}

/** The tale begins, or its first chapter. */
function isText(next: Block | undefined): boolean {
  return next?.kind !== 'heading' || bareNumber(next.text) !== undefined;
}

/** A heading of that level, or a line of capitals that stands for one. */
function isChapter({ kind, level, text, hints }: Block, as: number): boolean {
  if (kind === 'paragraph') return hints.caps && text.length < 60 && !/^["“‘'«]/.test(text);
  return kind === 'heading' && level === as && bareNumber(text) === undefined;
}

/** A heading that is no chapter, or a line that says what kind of tale this is. */
function isSubtitle(block: Block, next: Block | undefined, blocks: readonly Block[], title: string): boolean {
  const { kind, text, level } = block;
  if (kind !== 'heading') return GENRE.test(text) && text.length < 60;
  if (normalTitle(text).startsWith(`${normalTitle(title)} `)) return false;
  const others = blocks.slice(1).filter((each) => isChapter(each, level));
  return GENRE.test(text) || (others.length === 0 && (next?.kind !== 'heading' || isMostlyCapitals(text)));
}
