import { SaxesParser } from 'saxes';

/** Parses XML with namespaces into a tree. */

export type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string };

/** Returns the root element. Names include prefixes. @throws Error if the XML is not well-formed. */
export function parseXml(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = {
      name,
      attributes: Object.fromEntries(Object.values(attributes).map((each) => [each.name, each.value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += text;
  });
  parser.write(xml).close();
  const [element] = root.children;
  if (element === undefined) throw new Error('The document has no element.');
  return element;
}

export function all(node: Node, name: string): Node[] {
  return node.children.filter((child) => child.name === name);
}

/** Returns the text of the only child with this name. */
export function textOf(node: Node, name: string): string {
  const [child, ...more] = all(node, name);
  if (child === undefined || more.length > 0) throw new Error(`${node.name} has ${more.length + (child ? 1 : 0)} of ${name}.`);
  return child.text;
}

/** Returns the links of a feed or an entry with a relation. */
export function links(node: Node, rel: string): Record<string, string>[] {
  return all(node, 'link')
    .map(({ attributes }) => attributes)
    .filter((attributes) => attributes.rel === rel);
}

export function linkTo(node: Node, rel: string): string | undefined {
  return links(node, rel)[0]?.href;
}
