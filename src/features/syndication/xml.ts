/** XML as text, well-formed whatever the texts in it are. */
import { escapeXml as escapeAs } from '#src/platform/xml-text.ts';

/** A piece of XML; only the functions of this file make one. */
export type Xml = { readonly xml: string };

type Attributes = Readonly<Record<string, string | number | undefined>>;
type Child = Xml | string | undefined;

/** An element with its attributes and children; texts are escaped, what is undefined is left out. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly (Child | readonly Child[])[]): Xml {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  const inside = children
    .flat()
    .map((child) => (child === undefined ? '' : typeof child === 'string' ? escapeXml(child) : child.xml))
    .join('');
  const start = `<${name}${given.join('')}`;
  return { xml: inside === '' ? `${start}/>` : `${start}>${inside}</${name}>` };
}

/** A whole document. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}

/** For text and attributes. What XML cannot hold is replaced by U+FFFD; line breaks come through as they are. */
export function escapeXml(text: string): string {
  return escapeAs(text, { instead: '\uFFFD' });
}
