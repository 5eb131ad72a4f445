import type { Letter } from './letters.ts';
import type { Words } from './words.ts';

const WIDTH = 72;
/** Hebrew, Arabic and their neighbours: without a fence around them they would turn our own words. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** The text part of a mail: lines of 72 characters, links on lines of their own. */
export function letterText({ title, greeting, body, button, besides, why }: Letter): string {
  const parts = [
    'Talewood',
    `${title}\n${'='.repeat(title.length)}`,
    ...[greeting, ...body].map((line) => wrap(plain(line))),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...(button?.lasts ? [button.lasts] : []),
    ...(besides ? [`${besides.text} ${besides.label}:\n${besides.href}`] : []),
    '* * *',
    wrap(why),
  ];
  return `${parts.join('\n\n')}\n`;
}

function plain(line: Words): string {
  return line.map((part) => (typeof part === 'string' ? part : fence(part.foreign))).join('');
}

function fence(foreign: string): string {
  return RIGHT_TO_LEFT.test(foreign) ? `\u2068${foreign}\u2069` : foreign;
}

function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
