import type { Block, RawTale } from '../sources/source-book.ts';
import { bareNumber, isChapterLabel, leadingNumber, normalizeTitle } from '../split/titles.ts';
import { isMostlyCapitals } from './capitals.ts';

/** Whether the tales of a book name their source or author in a line of its own, above or below the text. */
export type Credits = { head: boolean; tail: boolean };

const MIN_SHARE = 0.12;
const MIN_CREDITS = 3;
const MAX_CREDIT = 90;
const SMALL_WORDS =
  /^(?:the|of|and|by|from|de|des|du|d|l|et|und|von|vom|der|die|das|aus|di|del|la|le|les|el|los|por|par|pour|les|aes|in|zu|e|y|i|german|danish|translated|adapted|contes|en)$/i;

export function detectCredits(tales: readonly RawTale[]): Credits {
  const enough = Math.max(MIN_CREDITS, tales.length * MIN_SHARE);
  const ends = tales.map(({ blocks }) => blocks.filter(({ kind }) => kind !== 'rule' && kind !== 'note' && kind !== 'figure'));
  const count = (at: number) => ends.filter((blocks) => isCreditLine(blocks.at(at))).length;
  return { head: count(0) >= enough, tail: count(-1) >= enough };
}

/** Returns whether the text consists of names and function words only. */
function isCreditText(text: string): boolean {
  if (text.length > MAX_CREDIT || /^["“‘'«„—]|[!?:;,]$/.test(text)) return false;
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.length > 0 && /^\p{Lu}/u.test(words[0] ?? '') && words.every((word) => /^\p{Lu}/u.test(word) || SMALL_WORDS.test(word));
}

function isCreditLine(block: Block | undefined): boolean {
  return (
    block !== undefined &&
    (block.kind === 'paragraph' || block.kind === 'verse') &&
    block.lines.length <= 2 &&
    !block.hints.caps &&
    isCreditText(block.text)
  );
}

type TaleHead = { subtitle?: string; byline?: string; source?: string; blocks: Block[] };

const BYLINE = /^(?:by|par|von|af|av|door|por|(?:re)?told by|(?:literally )?translated (?:literally )?(?:from .+ )?by)\s+\p{Lu}/iu;
const HEADED_SOURCE = /^(?:from|aus|nach) \p{Lu}/u;
const HEAD_SOURCE = /^[[(]\d+[\])]\s*|^[[(]?(?:from the|from an?|adapted from|after the|translated from|aus dem)\b/i;
const GENRE =
  /^(?:an?|the|ein|eine|un|une|een|en|et)?\s*(?:\S+ ){0,4}(?:tale|story|legend|ballad|fable|märchen|sage|conte(?: \S+)?|légende|fabel|cuento|sprookje|eventyr|saga)\.?$/iu;
const NAME = /^(?:mr\.? and mrs\.? |(?:sir|lady|miss|mrs?|dr|rev)\.? )?(?:\p{Lu}[\p{L}'’-]*\.? ){1,3}\p{Lu}[\p{L}'’-]+\.?$/u;
const COUPLE = /^mr\.? and mrs\.? /i;
/** A dedication, in capitals like inscriptions. */
const DEDICATION = /^(?:dedicated )?to\s/i;
/** A book with its year or publisher: `Contes populaires des Bassoutos. Paris: Leroux, Editeur.` */
const CITATION =
  /^(?!["“‘'«„]).*[.(] ?(?:\p{Lu}\p{L}+[,:] (?:[^.]* )?1[5-9]\d\d\)?|[^.]*(?:[ÉE]diteur|Librairie|Verlag|[Pp]ublisher)s?)\.$/u;
const FUNCTION_WORDS = /\b(?:the|of|and|an?|in|to|le|la|les|de|du|des|et|der|die|das|und|von|el|los|las|y|het|een|den|det|og|och)\b/i;
const MAX_LINES = 6;
const MAX_HEAD_LINE = 160;

/** `authors`: of the book; their names below titles are dropped. */
type Around = { authors: readonly string[]; credits: Credits };

export function splitHead(all: readonly Block[], title: string, { authors, credits }: Around): TaleHead {
  const head: TaleHead = { blocks: [...all] };
  for (let count = 0; count < MAX_LINES; count += 1) {
    const [block, next] = head.blocks;
    if (block === undefined) break;
    const isNamed = credits.head && block.kind !== 'heading' && !block.hints.caps && isCreditText(block.text);
    if (isNamed) head.source ??= block.text.replace(/^[[(](.*)[\])]\.?$/s, '$1');
    else if (!consumeHeadLine(block, next, head, title, authors)) break;
    head.blocks.shift();
  }
  return head;
}

/** Returns whether the line belongs to the head, and stores what it says. */
function consumeHeadLine(block: Block, next: Block | undefined, head: TaleHead, title: string, authors: readonly string[]): boolean {
  const { kind, text } = block;
  if (kind === 'rule' || kind === 'figure' || (/^\[[^[\]]{60,}\]$/.test(text) && !HEAD_SOURCE.test(text))) return true;
  if (kind === 'note' || kind === 'list' || kind === 'table' || text.length > MAX_HEAD_LINE) return false;
  if (block.hints.caps && DEDICATION.test(text) && next?.hints.caps === false) return true;
  const normal = normalizeTitle(text);
  if (normal === normalizeTitle(title) || authors.some((author) => normalizeTitle(author) === normal)) return true;
  if (isPieceOfTale(text)) return false;
  const isApart = kind === 'heading' || block.hints.centred || /^[[(].*[\])]\.?$/.test(text);
  const saysSource = HEAD_SOURCE.test(text) || (kind === 'heading' && HEADED_SOURCE.test(text));
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
  return bareNumber(text) !== undefined || leadingNumber(text) !== undefined || isChapterLabel(normalizeTitle(text));
}

/** The tale or its first chapter begins. */
function isText(next: Block | undefined): boolean {
  return next?.kind !== 'heading' || bareNumber(next.text) !== undefined;
}

/** A heading of that level, or a line of capitals used as one. */
function isChapter({ kind, level, text, hints }: Block, as: number): boolean {
  if (kind === 'paragraph') return hints.caps && text.length < 60 && !/^["“‘'«]/.test(text);
  return kind === 'heading' && level === as && bareNumber(text) === undefined;
}

/** A heading that is not a chapter, or a line that names the genre. */
function isSubtitle(block: Block, next: Block | undefined, blocks: readonly Block[], title: string): boolean {
  const { kind, text, level } = block;
  if (kind !== 'heading') return GENRE.test(text) && text.length < 60;
  if (normalizeTitle(text).startsWith(`${normalizeTitle(title)} `)) return false;
  const others = blocks.slice(1).filter((each) => isChapter(each, level));
  return GENRE.test(text) || (others.length === 0 && (next?.kind !== 'heading' || isMostlyCapitals(text)));
}

type TaleTail = { source?: string; blocks: Block[] };

const END = /^[[(]?(?:the end|end|finis|ende|fin|slut|einde)[\])]?[.!]?$/i;
const BRACKETS = /^\[[^[\]]*\]$|^\((?:[^()]|\([^()]*\))*\)\.?$/;
const TAIL_SOURCE =
  /^[[(]\s*(?:from|adapted|shortened|after|taken|translated|told|collected|this (?:story|tale)|native|a \w+ (?:tale|story)|aus|nach)\b/i;
/** `(Grimm.)`, `[Contes Berberes.]`: names only. */
const NAMES = /^[[(]\s*(?:\p{Lu}[\p{L}.'’-]*[. ]*){1,6}[\])]$/u;
const MAX_TAIL_SOURCE = 400;

/** Rules, headings, `The End`, editorial remarks in brackets, and a line of capitals below a rule. */
function isTrailer({ kind, text, hints }: Block, blocks: readonly Block[]): boolean {
  if (kind === 'rule' || kind === 'figure' || kind === 'heading' || END.test(text)) return true;
  if (/^\[[^[\]]{60,}\]$/.test(text) || /^glossary\b/i.test(text)) return true;
  return hints.caps && blocks.length > 3 && blocks.slice(-4, -1).some((each) => each.kind === 'rule');
}

/** Removes trailing rules, headings and end marks; the source is returned separately. */
export function splitTail(all: readonly Block[], { tail }: Credits): TaleTail {
  const notes = all.filter(({ kind }) => kind === 'note');
  const blocks = all.filter(({ kind }) => kind !== 'note');
  let source: string | undefined;
  for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
    const { text } = last;
    const bare = text.replace(/^[[(]\s*|\s*[\])]\.?$/g, '');
    const isSource = BRACKETS.test(text) && (TAIL_SOURCE.test(text) || NAMES.test(text) || isCreditText(bare));
    if ((isSource && text.length <= MAX_TAIL_SOURCE) || (tail && isCreditText(text))) source ??= bare;
    else if (!isTrailer(last, blocks)) break;
    blocks.pop();
  }
  return { blocks: [...blocks, ...notes], ...(source === undefined ? {} : { source }) };
}
