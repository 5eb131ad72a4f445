import type { PassageWords } from './passage-words.ts';

/** The fragment of an address that leads to a passage. */

/** Ours, which every browser hands to the page. Browsers that know text fragments keep what follows `:~:` to themselves. */
const OURS = '#words=';
const DIRECTIVE = ':~:text=';

/** Both ways in one: the page finds, marks and says the passage; a browser that knows text fragments is there before scripts run. */
export function writeFragment(words: PassageWords): string {
  const text = writeDirective(words);
  return OURS + text + DIRECTIVE + text;
}

/** The words of a fragment (with its #), whether the browser has taken off the directive or not; null when it names no passage. */
export function readFragment(hash: string): PassageWords | null {
  if (!hash.startsWith(OURS)) return null;
  const [text = ''] = hash.slice(OURS.length).split(DIRECTIVE);
  const parts = text.split(',').map(decode);
  if (parts.includes(null)) return null;
  const prefix = !/^[^,]+-,/.test(text) ? '' : (parts.shift() ?? '').slice(0, -1);
  const suffix = /,-[^,]*$/.test(text) ? (parts.pop() ?? '').slice(1) : '';
  const [start = '', end = ''] = parts;
  return start === null || end === null || start === '' || parts.length > 2 ? null : { prefix, start, end, suffix };
}

/** `[prefix-,]start[,end][,-suffix]`, as the draft has it. */
function writeDirective({ prefix, start, end, suffix }: PassageWords): string {
  const parts = [encode(start)];
  if (end !== '') parts.push(encode(end));
  if (prefix !== '') parts.unshift(`${encode(prefix)}-`);
  if (suffix !== '') parts.push(`-${encode(suffix)}`);
  return parts.join(',');
}

/** Hyphens part the directive; programs that make links of addresses leave off marks at their end. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[-_.!~*'()]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
