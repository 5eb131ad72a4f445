/** A paragraph of a Word document (ECMA-376, part 1, 17.3), as it is read when all changes are accepted. */
import { childrenNamed, type Element, elementsNamed, textOf } from '../../reader/xml.ts';
import { escapeHtml } from '../../source/inline-html.ts';
import { NO_MARKS, type Run, type RunMarks, textRun } from './runs.ts';
import { type DocxStyles, isOn, type Style } from './styles.ts';

export type Paragraph = {
  /** The name of its style, as styles have them. */
  style: string;
  /** Of a heading, from 1; 0 for others. */
  level: number;
  centred: boolean;
  /** The tag of the list that it is an item of, and how deep. */
  list: { id: string; tag: 'ol' | 'ul'; depth: number } | undefined;
  runs: Run[];
  /** Its end was deleted: the next goes on in it. */
  goesOn: boolean;
  pictures: number;
  /** Text in frames, signs of fonts that hold pictures. */
  lost: number;
  /** Letters by the language that they are said to be in; '' where nothing is said. */
  letters: Map<string, number>;
};

/** Deleted, moved away, said a second time, or no text. */
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
    goesOn: ends !== undefined && [...childrenNamed(ends, 'del'), ...childrenNamed(ends, 'moveFrom')].length > 0,
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

/** Runs stand in links, in what was inserted, in fields and in other frames, all of which are passed through. */
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

/** What the run says itself counts, then the style of its letters. That of its paragraph is how the book looks. */
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
