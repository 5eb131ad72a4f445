/** Helpers for the plain text part of emails. */

const MAX_COLUMNS = 72;
/** Hebrew, Arabic and related scripts: without isolation they would reorder the text around them. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Wraps right-to-left user text in Unicode isolates (FSI, PDI). */
export function isolate(userText: string): string {
  return RIGHT_TO_LEFT.test(userText) ? `\u2068${userText}\u2069` : userText;
}

/** Wraps at 72 characters. A longer word gets a line of its own. */
export function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= MAX_COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
