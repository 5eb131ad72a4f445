import { textOfHtml } from '../sources/inline-html.ts';
import type { Block, RawTale, SplitTale } from '../sources/source-book.ts';
import { bareNumber, numeral, sectionKind } from '../split/titles.ts';
import { isMostlyCapitals, normalizeOpenings, titleCase, type WordCapitals } from './capitals.ts';
import { type Credits, splitHead, splitTail } from './head-and-tail.ts';
import { attachNotes, type Notes, noteTo } from './tale-content.ts';

/** A note to a title is used when it says where the tale comes from. */
const SOURCE_NOTE =
  /\b(?:from|tales?|legends?|stories|fictions|magazine|review|sagen|märchen|no\.|vol|pp?\.|told|taken|translated)(?:\b|$)|\d{4}/i;

/** What the whole book contributes to each of its tales. */
type AroundTale = { language: string; authors: readonly string[]; credits: Credits; notes: Notes; capitals: WordCapitals };

/** Cleans the title and removes everything from the text that does not belong to the tale. */
export function finishTale({ head, blocks, order, warnings }: RawTale, around: AroundTale): SplitTale {
  const { language, notes, capitals, credits } = around;
  const own = new Set(blocks);
  const clean = cleanTitle(titleLines(head), order);
  const top = splitHead(blocks, clean.title, around);
  const tail = splitTail(attachNotes(top.blocks, notes), credits);
  const subtitle = top.subtitle ?? clean.subtitle;
  const byline = top.byline === undefined || !isMostlyCapitals(top.byline) ? top.byline : titleCase(top.byline, 'en', capitals);
  const source = clean.source ?? top.source ?? tail.source ?? sourceNote(head, own, notes);
  const cased = (text: string) => titleCase(trimTitle(text), language, capitals);
  return {
    title: cased(clean.title),
    ...(subtitle === undefined ? {} : { subtitle: cased(subtitle) }),
    ...(byline === undefined ? {} : { byline }),
    ...(source === undefined ? {} : { source }),
    blocks: normalizeOpenings(innerHeadings(tail.blocks, language, capitals), capitals),
    order,
    warnings,
  };
}

/** Of repeated headings only the last. */
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
      if (text !== undefined && text.length <= 200 && (SOURCE_NOTE.test(text) || text.length <= 30)) return text;
    }
  }
  return undefined;
}

/** Headings inside a tale: joins a number with the title below it, and converts capitals to the case of the language. */
function innerHeadings(blocks: readonly Block[], language: string, capitals: WordCapitals): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (block.kind === 'heading' && sectionKind(block.text) === 'notes') continue;
    if (block.kind !== 'heading') {
      result.push(block);
      continue;
    }
    const cased = withCase(block, language, capitals);
    const isTitled = last?.kind === 'heading' && bareNumber(last.text) !== undefined && bareNumber(block.text) === undefined;
    if (!isTitled) result.push(cased);
    else {
      const number = last.html.replace(/[.:)\s]+$/, '');
      result[result.length - 1] = { ...last, html: `${number}. ${cased.html}`, text: `${number}. ${cased.text}` };
    }
  }
  return result;
}

/** Only without markup, which might split a word. */
function withCase(block: Block, language: string, capitals: WordCapitals): Block {
  const plain = block.html.replace(/<br \/>/g, ' ').replace(/^<(em|strong|span)[^>]*>([^<]*)<\/\1>$/, '$2');
  if (/[<&]/.test(plain)) return block;
  const isNumber = bareNumber(plain) !== undefined;
  const [, number = '', title = plain] = /^((?:\d{1,3}|[IVXLC]+)[.:)]\s+)(.+)$/s.exec(plain) ?? [];
  const text = isNumber || !isMostlyCapitals(title) ? plain : number + titleCase(title, language, capitals);
  const bare = isNumber ? text.replace(/\.$/, '') : text;
  return { ...block, html: bare, text: bare };
}

type CleanTitle = { title: string; subtitle?: string; source?: string };

const NUMBER =
  /^(?:\d{1,3}\*?[.):]\s*|[IVXLC]+\s*[.):–—-]+\s*|[IVXLC]{2,}\s+(?=\p{Lu})|(?:legende?|fable|tale|story|no|nr|chapter|kapitel)\.?\s+(?:\d{1,3}|[IVXLC]+)[.:]?\s+(?=\p{Lu}))/iu;
const PLAIN_NUMBER = /^(\d{1,3})\*?\s+(?=\p{L})/u;
const NOTE_MARKS = /\s*(?:[[({](?:note )?(?:\d{1,3}|[*†‡§]+)[\])}]|[*†‡§]+(?=[.\s]*$))/giu;
/** Words that begin a source in brackets. */
const SOURCE_PHRASE =
  /^(?:from|after|by|adapted|told|retold|translated|an? \w+ (?:tale|story) told|aus|nach|von|mündlich|d['’]apr[eè]s|traduit|conté|efter|naar|uit|referid[oa]|contad[oa]|narrad[oa]|dictad[oa]|recitad[oa]r?|recitador|relatad[oa]|se l[oa]|me l[oa]|informaci[oó]n|procede|del? joven|variante|este |d\. |\d{4})/i;
/** A last line that names the genre. */
const GENRE =
  /^(?:an?|ein|eine|une?)\s+(?:\S+ ){0,3}(?:tale|story|legend|ballad|märchen|sage|conte|légende)(?:\s+(?:of|from|aus|von|de) .{1,40})?\.?$/i;
const MAX_IN_BRACKETS = 50;
/** A number without a full stop belongs to the title, unless it is this close to the position of the tale. */
const MAX_ORDER_DISTANCE = 15;

/** Removes numbers, note marks and sources from a title. `lines`: as printed; `order`: the position of the tale in its book. */
export function cleanTitle(lines: readonly string[], order: number): CleanTitle {
  const numbered = lines.findIndex((line) => /^\d{1,3}[.)]\s/.test(line));
  const own = lines.slice(Math.max(numbered, 0)).filter((line) => !/^(?:\d{1,3}|[IVXLC]+)[.:)]?$/.test(line.trim()));
  const last = own.length > 1 ? (own.at(-1) ?? '') : '';
  const isGenre = GENRE.test(last) && own.slice(0, -1).some((line) => /\p{L}{2}/u.test(line) && numeral(line.trim()) === undefined);
  const whole = (own.length > 0 ? (isGenre ? own.slice(0, -1) : own) : lines).join(' ');
  const [printed = whole, aside] = whole.split(/ {3,}(?=(?:from|by|translated|told)\b)/i);
  const bare = dropNumber(printed.replace(/\s+/gu, ' ').replace(NOTE_MARKS, '').trim(), order);
  const { text, source } = dropSource(bare);
  const [, main = text, second] = /^(.+?)\s*\[([^\]]{3,80})\]\.?$/.exec(text) ?? [];
  const from = source ?? aside?.replace(/\s+/g, ' ').trim();
  return {
    title: trimTitle(main),
    ...(isGenre ? { subtitle: trimTitle(last) } : second === undefined ? {} : { subtitle: trimTitle(second) }),
    ...(from === undefined ? {} : { source: from }),
  };
}

/** Removes line breaks after hyphens, the final full stop, surrounding quotes and a trailing comma. */
function trimTitle(text: string): string {
  const bare = text
    .replace(/(?<![.…]|(?<!\p{L})(?:st|mr|mrs|dr|jr|etc|\p{L}))\s*\.$/iu, '')
    .replace(/[\s,;:–—-]+$/u, '')
    .replace(/(?<=\p{Ll}-) (?=\p{Lu})/gu, '')
    .trim();
  const [, inner] = /^["“„«‘'](?!.*["”“»’'][\s,;.].)(.+)["”“»’']$/u.exec(bare) ?? [];
  return inner === undefined || /["“”„«»]/.test(inner) ? bare : inner.replace(/(?<!\.)\.$/, '').trim();
}

function dropNumber(title: string, order: number): string {
  const bare = title.replace(NUMBER, '');
  const [start = '', number] = PLAIN_NUMBER.exec(bare) ?? [];
  const isCount = number !== undefined && Math.abs(Number(number) - order) <= MAX_ORDER_DISTANCE;
  const own = isCount ? bare.slice(start.length) : bare;
  return /\p{L}/u.test(own) ? own : title;
}

/** Splits a source or teller in brackets from the end of the title. Short brackets without one belong to the title. */
function dropSource(title: string): { text: string; source?: string } {
  const [, text = '', inside = ''] = /^(.*?)\s*\(((?:[^()]|\([^()]*\))*)\)[.\s]*$/.exec(title) ?? [];
  const cut = /^(.{3,}?)\s*\(((?:narrad|referid|contad|dictad|recitad|relatad)[oa].*)$/is.exec(title);
  if (cut !== null && text === '') return { text: cut[1] ?? title, source: (cut[2] ?? '').replace(/\)(?=[^(]*$)/, '').trim() };
  if (text === '' || !(SOURCE_PHRASE.test(inside) || inside.length > MAX_IN_BRACKETS || /\d{4}/.test(inside))) return { text: title };
  const more = dropSource(text);
  return { text: more.text, source: more.source === undefined ? inside.trim() : `${more.source} ${inside.trim()}` };
}
