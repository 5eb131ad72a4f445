import type { TextFragment } from '../text-fragment.ts';

/** Elements that start or end a line. */
const BREAKS = 'p, h2, h3, h4, hr, blockquote, ul, ol, li, dl, dt, dd, figure, figcaption, div, section, table, caption, tr, td, th, br';

/** Flat text of an element for text-fragment.ts, mapped to the DOM. */
export type FlatText = {
  text: string;
  /** Returns the text offsets of a DOM range; null if it touches no text. */
  offsetsOf: (range: Range) => [number, number] | null;
  /** Returns the DOM text pieces of a part of the text. */
  pieces: (from: number, to: number) => { node: Text; start: number; end: number }[];
};

/** Reads the current text of an element. */
export function flattenText(root: Element): FlatText {
  let text = '';
  const nodes: Text[] = [];
  /** For each character of `text`: its node and offset in it. Line breaks have none. */
  const nodeOf: number[] = [];
  const offsetOf: number[] = [];
  const add = (character: string, node: number, offset: number) => {
    text += character;
    nodeOf.push(node);
    offsetOf.push(offset);
  };
  const breakLine = () => {
    if (text.endsWith(' ')) {
      text = text.slice(0, -1);
      nodeOf.pop();
      offsetOf.pop();
    }
    if (text !== '' && !text.endsWith('\n')) add('\n', -1, 0);
  };
  const read = (parent: Node) => {
    for (const child of parent.childNodes) {
      if (child instanceof Text) {
        nodes.push(child);
        for (let offset = 0; offset < child.length; offset++) {
          const character = child.data.charAt(offset);
          if (character === '\u00ad') continue;
          if (!/\s/.test(character)) add(character, nodes.length - 1, offset);
          else if (text !== '' && !/\s$/.test(text)) add(' ', nodes.length - 1, offset);
        }
      } else if (child instanceof Element) {
        const isBreak = child.matches(BREAKS);
        if (isBreak) breakLine();
        read(child);
        if (isBreak) breakLine();
      }
    }
  };
  read(root);

  return {
    text,
    offsetsOf(range) {
      const isTouched = nodes.map((node) => range.intersectsNode(node));
      const inside = (index: number) => {
        const number = nodeOf[index] ?? -1;
        const node = nodes[number];
        if (node === undefined || !isTouched[number]) return false;
        const offset = offsetOf[index] ?? 0;
        return (
          !(node === range.startContainer && offset < range.startOffset) && !(node === range.endContainer && offset >= range.endOffset)
        );
      };
      let from = 0;
      while (from < text.length && !inside(from)) from++;
      let to = text.length;
      while (to > from && !inside(to - 1)) to--;
      return from < to ? [from, to] : null;
    },
    pieces(from, to) {
      const found: { node: Text; start: number; end: number }[] = [];
      for (let index = from; index < to; index++) {
        const node = nodes[nodeOf[index] ?? -1];
        if (node === undefined) continue;
        const offset = offsetOf[index] ?? 0;
        const last = found.at(-1);
        if (last?.node === node) last.end = offset + 1;
        else found.push({ node, start: offset, end: offset + 1 });
      }
      return found;
    },
  };
}

/** The selected passage, stored because pressing a button elsewhere may clear the browser's selection. */
export type SelectedPassage = { quote: string; words: TextFragment };

let selected: { of: string; passage: SelectedPassage } | null = null;

export function setSelectedPassage(of: string, passage: SelectedPassage | null): void {
  selected = passage && { of, passage };
}

export function getSelectedPassage(of: string): SelectedPassage | null {
  return selected?.of === of ? selected.passage : null;
}
