/** Reads a paragraph of a Word document (ECMA-376, part 1, 17.3), with all tracked changes accepted. */

import { childrenNamed, type Element, elementsNamed, textOf } from '#src/features/import/archive/xml.ts';
import { tidyInline } from '#src/features/import/sources/inline-html.ts';
import { escapeHtml, escapeText } from '#src/ui/escape-html.ts';
import { type DocxStyles, isOn, type Style } from './styles.ts';

export type Paragraph = {
  /** The name of its style, as in `Style`. */
  style: string;
  /** Heading level from 1; 0 for other paragraphs. */
  level: number;
  centred: boolean;
  /** The list it is an item of, with tag and depth. */
  list: { id: string; tag: 'ol' | 'ul'; depth: number } | undefined;
  runs: Run[];
  /** The paragraph mark was deleted: the next paragraph continues this one. */
  continuesNext: boolean;
  pictures: number;
  /** Text in frames, and characters of symbol fonts. */
  lost: number;
  /** Letters by declared language; '' where none is declared. */
  letters: Map<string, number>;
};

/** Deleted, moved away, repeated, or not text. */
const SKIPPED = new Set(['pPr', 'rPr', 'del', 'moveFrom', 'Fallback', 'instrText', 'delText', 'delInstrText', 'rt', 'sdtPr', 'fldData']);
const PICTURES = new Set(['drawing', 'pict', 'object']);
const PICTURE_FONT = /symbol|wingdings|webdings|dingbats/i;

export function readParagraph(element: Element, styles: DocxStyles): Paragraph {
  const [properties] = childrenNamed(element, 'pPr');
  const value = (name: string) => (properties === undefined ? undefined : childrenNamed(properties, name)[0]?.attributes.get('val'));
  const style = styles.of(value('pStyle'));
  const outline = Number(value('outlineLvl') ?? Number.NaN);
  const [ends] = properties === undefined ? [] : childrenNamed(properties, 'rPr');
  const paragraph: Paragraph = {
    style: style?.name ?? '',
    level: outline < 9 ? outline + 1 : (style?.level ?? 0),
    centred: value('jc') === 'center',
    list: listOf(properties, style, styles),
    runs: [],
    continuesNext: ends !== undefined && [...childrenNamed(ends, 'del'), ...childrenNamed(ends, 'moveFrom')].length > 0,
    pictures: 0,
    lost: 0,
    letters: new Map(),
  };
  addRuns(element, paragraph, styles);
  return paragraph;
}

function listOf(properties: Element | undefined, style: Style | undefined, styles: DocxStyles): Paragraph['list'] {
  const [numbering] = properties === undefined ? [] : childrenNamed(properties, 'numPr');
  const value = (name: string) => (numbering === undefined ? undefined : childrenNamed(numbering, name)[0]?.attributes.get('val'));
  const id = value('numId') ?? style?.list;
  const depth = Math.min(Number(value('ilvl') ?? 0) || 0, 8);
  const tag = id === undefined ? undefined : styles.listTag(id, depth);
  return id === undefined || tag === undefined ? undefined : { id, tag, depth };
}

/** Runs are nested in links, insertions, fields and frames, all of which are entered. */
function addRuns(element: Element, paragraph: Paragraph, styles: DocxStyles): void {
  for (const each of element.content) {
    if (typeof each === 'string' || SKIPPED.has(each.name)) continue;
    if (each.name === 'r') addRun(each, paragraph, styles);
    else addRuns(each, paragraph, styles);
  }
}

function addRun(run: Element, paragraph: Paragraph, styles: DocxStyles): void {
  const [properties] = childrenNamed(run, 'rPr');
  const found = (name: string) => (properties === undefined ? undefined : childrenNamed(properties, name)[0]?.attributes);
  const hidden = found('vanish');
  if (hidden !== undefined && isOn(hidden)) return;
  const marks = marksOf(found, styles);
  const language = found('lang')?.get('val') ?? '';
  for (const each of run.content) {
    if (typeof each === 'string' || SKIPPED.has(each.name)) continue;
    const html = breakOrNote(each);
    if (html !== undefined) paragraph.runs.push({ html, marks: { ...marks, raised: '' } });
    else addText(each, { paragraph, marks, language, styles });
  }
}

function addText(
  each: Element,
  { paragraph, marks, language, styles }: { paragraph: Paragraph; marks: RunMarks; language: string; styles: DocxStyles },
): void {
  if (PICTURES.has(each.name)) {
    const framed = [...elementsNamed(each, 'txbxContent')].some((frame) => textOf(frame).trim() !== '');
    if (framed) paragraph.lost += 1;
    else paragraph.pictures += 1;
    return;
  }
  if (each.name === 'sym') {
    const code = Number.parseInt(each.attributes.get('char') ?? '', 16);
    const isSign = PICTURE_FONT.test(each.attributes.get('font') ?? '') || !(code >= 0x20 && code < 0xd800);
    if (isSign) paragraph.lost += 1;
    else paragraph.runs.push(textRun(String.fromCodePoint(code), marks));
    return;
  }
  const text = each.name === 't' ? textOf(each) : SIGNS[each.name];
  if (text === undefined) {
    addRuns(each, paragraph, styles);
    return;
  }
  paragraph.letters.set(language, (paragraph.letters.get(language) ?? 0) + text.length);
  paragraph.runs.push(textRun(text, marks));
}

const SIGNS: Record<string, string> = { tab: ' ', noBreakHyphen: '\u2011', softHyphen: '' };

function breakOrNote({ name, attributes }: Element): string | undefined {
  if (name === 'cr') return '<br />';
  if (name === 'br') return /^(page|column)$/.test(attributes.get('type') ?? '') ? ' ' : '<br />';
  if (name !== 'footnoteReference' && name !== 'endnoteReference') return undefined;
  const id = `${name.replace('Reference', '')}-${attributes.get('id')}`;
  return `<a href="#note-${escapeHtml(id)}">[1]</a>`;
}

/** Direct formatting wins over the character style. The paragraph style is ignored, since it is the layout of the book. */
function marksOf(found: (name: string) => ReadonlyMap<string, string> | undefined, styles: DocxStyles): RunMarks {
  const style = styles.of(found('rStyle')?.get('val'));
  const mark = (name: string, fromStyle: boolean | undefined) => {
    const own = found(name);
    return own === undefined ? fromStyle === true : isOn(own);
  };
  const raised = found('vertAlign')?.get('val');
  return {
    ...NO_MARKS,
    bold: mark('b', style?.bold),
    italic: mark('i', style?.italic),
    smallCaps: mark('smallCaps', style?.smallCaps),
    raised: raised === 'superscript' ? 'sup' : raised === 'subscript' ? 'sub' : '',
  };
}

export type RunMarks = { bold: boolean; italic: boolean; smallCaps: boolean; raised: '' | 'sup' | 'sub' };
/** `html`: escaped text, a line break or a link to a note. */
type Run = { html: string; marks: RunMarks };

const NO_MARKS: RunMarks = { bold: false, italic: false, smallCaps: false, raised: '' };

function textRun(text: string, marks: RunMarks): Run {
  return { html: escapeText(text.replace(/[\s\u00a0]+/gu, ' ')), marks };
}

/** Joins neighbouring runs with the same marks, since Word splits runs wherever text was edited. `but`: marks to override. */
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

/** Keeps spaces and line breaks at both ends outside the marks. */
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

/** Returns the end of the last character after `from` that is neither space nor line break. */
function endOf(html: string, from: number): number {
  let end = html.length;
  while (end > from) {
    if (html.endsWith('<br />', end)) end -= '<br />'.length;
    else if (/\s/.test(html[end - 1] ?? '')) end -= 1;
    else break;
  }
  return end;
}
