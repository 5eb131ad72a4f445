/** Lines of at most so many columns. */

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Letters of two columns, as terminals and typewriters have them; between them a line may break. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
/** What does not begin a line. */
const STAYS = /^[\p{Pe}\p{Pf}、。，．：；！？ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;

/** Text without line breaks as lines; a word that is wider than a line has one for itself. Blank text gives none. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const { part, isAfterSpace } of partsOf(text)) {
    const own = widthOf(part);
    const gap = isAfterSpace && line !== '' ? 1 : 0;
    if (line !== '' && width + gap + own > columns) {
      lines.push(line);
      [line, width] = [part, own];
    } else {
      line += ' '.repeat(gap) + part;
      width += gap + own;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Words; of scripts without spaces, letters. A no-break space is a letter like any. */
function partsOf(text: string): { part: string; isAfterSpace: boolean }[] {
  const words = text.split(/[ \t\n\r\f\u2028\u2029]+/).filter((word) => word !== '');
  return words.flatMap((word) => {
    if (!WIDE.test(word)) return [{ part: word, isAfterSpace: true }];
    const parts: { part: string; isAfterSpace: boolean }[] = [];
    for (const { segment } of graphemes.segment(word)) {
      const last = parts.at(-1);
      const isBreak = last === undefined || ((WIDE.test(segment) || WIDE.test(last.part.slice(-2))) && !STAYS.test(segment));
      if (isBreak) parts.push({ part: segment, isAfterSpace: last === undefined });
      else last.part += segment;
    }
    return parts;
  });
}

function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}
