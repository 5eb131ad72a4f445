/** Writes well-formed XML. Unlike the tree of epub/xml.ts, empty elements are self-closing and invalid characters become U+FFFD. */
import { escapeXml } from '#src/platform/text.ts';

/** An escaped XML fragment, created only by this file. */
export type Xml = { readonly xml: string };

type Attributes = Readonly<Record<string, string | number | undefined>>;
type Child = Xml | string | undefined;

/** Writes an element. Texts are escaped, undefined attributes and children are omitted. */
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

/** Writes an XML document. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}
