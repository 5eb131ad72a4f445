/** What a voice is given to say for words that stand in a tale. Browser-safe. */

/** Remote voices of desktop Chrome fall silent after some fourteen seconds: what they are given is shorter. */
const MOST_REMOTE = 180;

/**
 * The words as they are to be heard: soft hyphens and breaks of lines are gone, and a dash is a pause, which most voices make at
 * commas and not at dashes. Empty where there is nothing to say.
 */
export function spokenText(text: string): string {
  const plain = text
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return '';
  return plain.replace(/\s*(?:[—―⸺]|--)+\s*| – /g, (dash, at: number) => pauseFor(plain.slice(0, at), plain.slice(at + dash.length)));
}

/** The text in pieces that a remote voice reads to their ends, cut after commas and the like where it can be. */
export function cutForRemote(text: string, most = MOST_REMOTE): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const stop = Math.max(...[', ', '; ', ': '].map((mark) => head.lastIndexOf(mark)));
    const at = stop > most / 4 ? stop + 1 : Math.max(head.lastIndexOf(' '), 0) || most;
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...pieces, rest];
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

function pauseFor(before: string, after: string): string {
  // Of speech that begins with a dash the dash is the quotation mark.
  if (!/[\p{L}\p{N}]/u.test(before)) return '';
  // Someone is interrupted.
  if (!/^[\p{L}\p{N}“‘„«(¿¡]/u.test(after)) return '…';
  return /[,.;:!?…]["'”’»)]*$/.test(before) ? ' ' : ', ';
}
