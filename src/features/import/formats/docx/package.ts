/** The parts of a Word document (ECMA-376, part 2): a ZIP whose relationships name the parts. */

import { resolveHref } from '#src/features/import/archive/paths.ts';
import { childrenNamed, type Element, elementsNamed, textOf, walkXml } from '#src/features/import/archive/xml.ts';
import { readXml } from '../../archive/read-epub.ts';
import { decodeText } from '../../archive/xml.ts';
import { type Archive, openArchive } from '../../archive/zip-archive.ts';
import { Fault, FileFault } from '../../faults.ts';
import { MAX_ELEMENTS } from '../../limits.ts';

type DocxPackage = {
  /** The name of a part and its XML. */
  document: Part;
  notes: { kind: 'footnote' | 'endnote'; part: Part }[];
  styles: Element | undefined;
  numbering: Element | undefined;
  /** Document properties; '' where missing. */
  title: string;
  creator: string;
};
export type Part = { path: string; xml: string };

/**
 * Opens a Word document. `name`: the file name, for messages.
 * @throws Fault; FileFault for a ZIP that is not a Word document
 */
export async function openDocx(name: string, bytes: Uint8Array): Promise<DocxPackage> {
  const archive = await openArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const [path] = await targetsOf(archive, '', 'officeDocument');
  if (path === undefined) throw new FileFault(name, 'not a Word document (.docx).');
  const tree = async (type: string) => {
    const [target] = await targetsOf(archive, path, type);
    return target === undefined ? undefined : readXml(archive, target);
  };
  const notes = [];
  for (const kind of ['footnote', 'endnote'] as const) {
    const [target] = await targetsOf(archive, path, `${kind}s`);
    if (target !== undefined) notes.push({ kind, part: await readPart(archive, target) });
  }
  const [core] = await targetsOf(archive, '', 'core-properties');
  const properties = core === undefined ? undefined : await readXml(archive, core);
  const own = (field: string) => (properties === undefined ? '' : childrenNamed(properties, field).map(textOf).join('').trim());
  return {
    document: await readPart(archive, path),
    notes,
    styles: await tree('styles'),
    numbering: await tree('numbering'),
    title: own('title'),
    creator: own('creator'),
  };
}

async function readPart(archive: Archive, path: string): Promise<Part> {
  return { path, xml: decodeText(await archive.read(path), path) };
}

/** Returns the existing targets of relationships of that type of the part `from` ('' for the package). */
async function targetsOf(archive: Archive, from: string, type: string): Promise<string[]> {
  const slash = from.lastIndexOf('/') + 1;
  const file = `${from.slice(0, slash)}_rels/${from.slice(slash)}.rels`;
  if (!archive.has(file)) return [];
  return [...elementsNamed(await readXml(archive, file), 'Relationship')].flatMap(({ attributes }) => {
    if (attributes.get('TargetMode') === 'External' || !attributes.get('Type')?.endsWith(`/${type}`)) return [];
    const href = attributes.get('Target') ?? '';
    const target = href.startsWith('/') ? resolveHref('', href.slice(1)) : resolveHref(from === '' ? 'x' : from, href);
    return typeof target !== 'string' && archive.has(target.path) ? [target.path] : [];
  });
}

/** Position of a paragraph: table, row and cell (from 1; nested tables count as one), or footnote id. */
export type Place = { table: number; row: number; cell: number; note: string | undefined };

/**
 * Passes each paragraph of a part as a tree, in sequence, since a whole document would not fit in memory.
 * @throws Fault
 */
export function streamParagraphs({ path, xml }: Part, take: (paragraph: Element, place: Place) => void): void {
  const place: Place = { table: 0, row: 0, cell: 0, note: undefined };
  const open: Element[] = [];
  let [tables, deep, count, isDeletedRow] = [0, 0, 0, false];
  const around: string[] = [];

  walkXml(xml, path, {
    open: (name, attributes) => {
      around.push(name);
      if (open.length > 0 || name === 'p') {
        count = open.length === 0 ? 0 : count + 1;
        if (count > MAX_ELEMENTS) throw new Fault('too_many_elements', path);
        const element: Element = { name, attributes, content: [] };
        open.at(-1)?.content.push(element);
        open.push(element);
      } else if (name === 'footnote' || name === 'endnote') place.note = attributes.get('id');
      else if (name === 'tbl') {
        deep += 1;
        if (deep === 1) Object.assign(place, { table: ++tables, row: 0, cell: 0 });
      } else if (name === 'tr' && deep === 1) {
        isDeletedRow = false;
        Object.assign(place, { row: place.row + 1, cell: 0 });
      } else if (name === 'tc' && deep === 1) place.cell += 1;
      else if (name === 'del' && around.at(-2) === 'trPr') isDeletedRow = true;
    },
    close: (name) => {
      around.pop();
      const element = open.pop();
      if (element === undefined) {
        if (name === 'tbl') deep -= 1;
        if (name === 'footnote' || name === 'endnote') place.note = undefined;
        return;
      }
      if (open.length > 0 || around.includes('Fallback')) return;
      if (deep === 0 || !isDeletedRow) take(element, deep === 0 ? { ...place, table: 0 } : { ...place });
    },
    text: (piece) => open.at(-1)?.content.push(piece),
  });
}
