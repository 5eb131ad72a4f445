/** Which file of the zip says what the book is, and whether the book may be read at all. */
import type { Archive } from './archive.ts';
import { decodeText } from './decode-text.ts';
import { Fault } from './fault.ts';
import { MOST_XML } from './limits.ts';
import { isPlainName, resolveHref } from './paths.ts';
import { childrenNamed, type Element, elementsNamed, parseXml } from './xml.ts';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const PACKAGE_TYPE = 'application/oebps-package+xml';
/** Fonts in which some bytes are shuffled, by the two ways that EPUB knows. Everything else keeps a text from us. */
const MANGLINGS = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** Throws Faults. Reads what is small and described as XML. */
export async function readXml(archive: Archive, name: string): Promise<Element> {
  return parseXml(decodeText(await archive.read(name, MOST_XML), name), name);
}

/** The name of the package (EPUB 3.3, 4.2.6.3.1). Throws Faults: exactly one must be named, and lie in the book. */
export async function findPackage(archive: Archive): Promise<string> {
  if (archive.has('mimetype')) {
    const said = (await archive.read('mimetype', MOST_XML)).subarray(0, 100).toString('latin1').trim();
    if (said !== 'application/epub+zip') throw new Fault('not_a_book');
  }
  if (!archive.has(CONTAINER)) throw new Fault('not_a_book');
  const files = [...elementsNamed(await readXml(archive, CONTAINER), 'rootfile')];
  const [first, ...others] = files.filter(({ attributes }) => attributes.get('media-type') === PACKAGE_TYPE);
  if (first === undefined) throw new Fault('no_package');
  if (others.length > 0) throw new Fault('several_packages');
  const path = (first.attributes.get('full-path') ?? '').normalize('NFC');
  if (!isPlainName(path)) throw new Fault('package_outside');
  if (!archive.has(path)) throw new Fault('no_package');
  return path;
}

/** The names of the mangled fonts. Throws the Fault `copy_protected` when anything is encrypted in another way. */
export async function findMangled(archive: Archive): Promise<ReadonlySet<string>> {
  const mangled = new Set<string>();
  if (!archive.has(ENCRYPTION)) return mangled;
  const root = await readXml(archive, ENCRYPTION);
  if (!elementsNamed(root, 'EncryptedKey').next().done) throw new Fault('copy_protected');
  for (const data of elementsNamed(root, 'EncryptedData')) {
    const methods = childrenNamed(data, 'EncryptionMethod').map(({ attributes }) => attributes.get('Algorithm') ?? '');
    if (methods.length !== 1 || !methods.every((method) => MANGLINGS.has(method))) throw new Fault('copy_protected');
    for (const { attributes } of elementsNamed(data, 'CipherReference')) {
      const target = resolveHref('', attributes.get('URI') ?? '');
      if (typeof target !== 'string') mangled.add(target.path);
    }
  }
  return mangled;
}
