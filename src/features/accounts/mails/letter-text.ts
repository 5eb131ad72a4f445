import { fence, wrap } from '#src/ui/mail/wrap-text.ts';
import type { Letter } from './letters.ts';
import type { Words } from './words.ts';

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
