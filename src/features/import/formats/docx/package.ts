/** The parts of a Word document (ECMA-376, part 2): a zip in which relationships say what is what. */
import { type Archive, openArchive } from '../../reader/archive.ts';
import { decodeText } from '../../reader/decode-text.ts';
import { readXml } from '../../reader/find-package.ts';
import { resolveHref } from '../../reader/paths.ts';
import { childrenNamed, type Element, elementsNamed, textOf } from '../../reader/xml.ts';
import { FileFault } from '../file-fault.ts';

export type DocxPackage = {
  /** XML as it stands, and the name of its part. */
  document: Part;
  notes: { kind: 'footnote' | 'endnote'; part: Part }[];
  styles: Element | undefined;
  numbering: Element | undefined;
  /** What the file says of itself; '' for nothing. */
  title: string;
  creator: string;
};
export type Part = { path: string; xml: string };

/** Throws Faults, and a FileFault for a zip that is no Word document. `name`: of the file. */
export async function openDocx(name: string, bytes: Uint8Array): Promise<DocxPackage> {
  const archive = await openArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const [path] = await targetsOf(archive, '', 'officeDocument');
  if (path === undefined) throw new FileFault(name, 'this is no Word document (.docx).');
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
  const said = core === undefined ? undefined : await readXml(archive, core);
  const own = (field: string) => (said === undefined ? '' : childrenNamed(said, field).map(textOf).join('').trim());
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

/** Where the relationships of the part `from` ('' for the whole) of that type lead, as far as it is in the file. */
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
