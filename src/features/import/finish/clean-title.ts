/** The title of a tale without what books print beside it: its number, marks of notes, who told it. */
import { numeral } from '../cut/normal-title.ts';

export type CleanTitle = { title: string; subtitle?: string; source?: string };

const NUMBER =
  /^(?:\d{1,3}\*?[.):]\s*|[IVXLC]+\s*[.):–—-]+\s*|[IVXLC]{2,}\s+(?=\p{Lu})|(?:legende?|fable|tale|story|no|nr|chapter|kapitel)\.?\s+(?:\d{1,3}|[IVXLC]+)[.:]?\s+(?=\p{Lu}))/iu;
const PLAIN_NUMBER = /^(\d{1,3})\*?\s+(?=\p{L})/u;
const RESIDUE = /\s*(?:[[({](?:note )?(?:\d{1,3}|[*†‡§]+)[\])}]|[*†‡§]+(?=[.\s]*$))/giu;
/** Such words begin what a book says in brackets of where a tale comes from. */
const SOURCE =
  /^(?:from|after|by|adapted|told|retold|translated|an? \w+ (?:tale|story) told|aus|nach|von|mündlich|d['’]apr[eè]s|traduit|conté|efter|naar|uit|referid[oa]|contad[oa]|narrad[oa]|dictad[oa]|recitad[oa]r?|recitador|relatad[oa]|se l[oa]|me l[oa]|informaci[oó]n|procede|del? joven|variante|este |d\. |\d{4})/i;
/** A last line that says what kind of tale it is. */
const GENRE =
  /^(?:an?|ein|eine|une?)\s+(?:\S+ ){0,3}(?:tale|story|legend|ballad|märchen|sage|conte|légende)(?:\s+(?:of|from|aus|von|de) .{1,40})?\.?$/i;
const LONGEST_IN_BRACKETS = 50;
/** A number without a point belongs to the title unless the tales are counted so. */
const NEAR = 15;

/** `lines`: as printed; `order`: the place of the tale in its book. */
export function cleanTitle(lines: readonly string[], order: number): CleanTitle {
  const numbered = lines.findIndex((line) => /^\d{1,3}[.)]\s/.test(line));
  const own = lines.slice(Math.max(numbered, 0)).filter((line) => !/^(?:\d{1,3}|[IVXLC]+)[.:)]?$/.test(line.trim()));
  const last = own.length > 1 ? (own.at(-1) ?? '') : '';
  const isGenre = GENRE.test(last) && own.slice(0, -1).some((line) => /\p{L}{2}/u.test(line) && numeral(line.trim()) === undefined);
  const whole = (own.length > 0 ? (isGenre ? own.slice(0, -1) : own) : lines).join(' ');
  const [printed = whole, aside] = whole.split(/ {3,}(?=(?:from|by|translated|told)\b)/i);
  const bare = dropNumber(printed.replace(/\s+/gu, ' ').replace(RESIDUE, '').trim(), order);
  const { text, source } = dropSource(bare);
  const [, main = text, second] = /^(.+?)\s*\[([^\]]{3,80})\]\.?$/.exec(text) ?? [];
  const from = source ?? aside?.replace(/\s+/g, ' ').trim();
  return {
    title: tidy(main),
    ...(isGenre ? { subtitle: tidy(last) } : second === undefined ? {} : { subtitle: tidy(second) }),
    ...(from === undefined ? {} : { source: from }),
  };
}

/** No line end behind a hyphen, no point at the end, no quotes around the whole, no comma that waits for a second line. */
export function tidy(text: string): string {
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
  const isCount = number !== undefined && Math.abs(Number(number) - order) <= NEAR;
  const own = isCount ? bare.slice(start.length) : bare;
  return /\p{L}/u.test(own) ? own : title;
}

/** In brackets at the end: who told it, and where it comes from. What is short and says nothing of that is part of the title. */
function dropSource(title: string): { text: string; source?: string } {
  const [, text = '', inside = ''] = /^(.*?)\s*\(((?:[^()]|\([^()]*\))*)\)[.\s]*$/.exec(title) ?? [];
  const cut = /^(.{3,}?)\s*\(((?:narrad|referid|contad|dictad|recitad|relatad)[oa].*)$/is.exec(title);
  if (cut !== null && text === '') return { text: cut[1] ?? title, source: (cut[2] ?? '').replace(/\)(?=[^(]*$)/, '').trim() };
  if (text === '' || !(SOURCE.test(inside) || inside.length > LONGEST_IN_BRACKETS || /\d{4}/.test(inside))) return { text: title };
  const more = dropSource(text);
  return { text: more.text, source: more.source === undefined ? inside.trim() : `${more.source} ${inside.trim()}` };
}
