/** What the text parts of mails are made with. */

const WIDTH = 72;
/** Hebrew, Arabic and their neighbours: without a fence around them they would turn our own words. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Words of others, so that they stay in their direction and ours in ours. */
export function fence(foreign: string): string {
  return RIGHT_TO_LEFT.test(foreign) ? `\u2068${foreign}\u2069` : foreign;
}

/** Lines of at most 72 characters; a longer word has a line of its own. */
export function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
