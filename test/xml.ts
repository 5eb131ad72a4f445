import { SaxesParser } from 'saxes';

/** XML as a tree, for tests: well-formed with its namespaces, or an error. */

export type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string };

/** Names carry the prefixes as written. Throws for what is not well-formed. */
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
  if (element === undefined) throw new Error('There is no element.');
  return element;
}

export function all(node: Node, name: string): Node[] {
  return node.children.filter((child) => child.name === name);
}

/** The text of the only child of that name. */
export function textOf(node: Node, name: string): string {
  const [child, ...more] = all(node, name);
  if (child === undefined || more.length > 0) throw new Error(`${node.name} has ${more.length + (child ? 1 : 0)} of ${name}.`);
  return child.text;
}

/** The links of a feed or an entry by relation. */
export function links(node: Node, rel: string): Record<string, string>[] {
  return all(node, 'link')
    .map(({ attributes }) => attributes)
    .filter((attributes) => attributes.rel === rel);
}

export function linkTo(node: Node, rel: string): string | undefined {
  return links(node, rel)[0]?.href;
}
