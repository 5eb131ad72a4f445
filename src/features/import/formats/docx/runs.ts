/** The words of a paragraph, with the marks that a tale may hold. */
import { escapeHtml, tidyInline } from '../../source/inline-html.ts';

export type RunMarks = { bold: boolean; italic: boolean; smallCaps: boolean; raised: '' | 'sup' | 'sub' };
/** `html`: escaped text, a line break or a link to a note. */
export type Run = { html: string; marks: RunMarks };

export const NO_MARKS: RunMarks = { bold: false, italic: false, smallCaps: false, raised: '' };

export function textRun(text: string, marks: RunMarks): Run {
  return { html: escapeHtml(text.replace(/[\s\u00a0]+/gu, ' ')).replaceAll('&quot;', '"'), marks };
}

/** Word breaks a word into several runs wherever it was edited: neighbours with the same marks are one. `but`: marks that say nothing here. */
export function runsHtml(runs: readonly Run[], but: Partial<RunMarks> = {}): string {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const marks = { ...run.marks, ...but };
    const isSpace = run.html.trim() === '';
    if (last !== undefined && (isSpace || isSame(last.marks, marks))) last.html += run.html;
    else joined.push({ html: run.html, marks });
  }
  return tidyInline(joined.map(marked).join(''));
}

function isSame(a: RunMarks, b: RunMarks): boolean {
  return a.bold === b.bold && a.italic === b.italic && a.smallCaps === b.smallCaps && a.raised === b.raised;
}

/** Spaces and line breaks at its ends stand outside of the marks. */
function marked({ html, marks }: Run): string {
  const [before = ''] = /^(?:\s|<br \/>)*/.exec(html) ?? [];
  const end = endOf(html, before.length);
  let text = html.slice(before.length, end);
  if (text === '') return html;
  if (marks.raised !== '') text = `<${marks.raised}>${text}</${marks.raised}>`;
  if (marks.smallCaps) text = `<span class="small-caps">${text}</span>`;
  if (marks.italic) text = `<em>${text}</em>`;
  if (marks.bold) text = `<strong>${text}</strong>`;
  return before + text + html.slice(end);
}

/** Where the last thing behind `from` ends that is neither space nor line break. */
function endOf(html: string, from: number): number {
  let end = html.length;
  while (end > from) {
    if (html.endsWith('<br />', end)) end -= '<br />'.length;
    else if (/\s/.test(html[end - 1] ?? '')) end -= 1;
    else break;
  }
  return end;
}
