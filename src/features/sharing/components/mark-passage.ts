import { findPassage, type PassageWords } from '../passage-words.ts';
import { flatten } from './flat-text.ts';

const MARK = 'passage-mark';

/** Marks a passage of a text where it is found, and gives the marks; none when the words are gone. What the text says stays as it is. */
export function markPassage(text: Element, words: PassageWords): HTMLElement[] {
  unmarkPassage(text);
  const flat = flatten(text);
  const found = findPassage(flat.text, words);
  if (found === null) return [];
  return flat.pieces(...found).map(({ node, start, end }) => {
    const mark = document.createElement('mark');
    mark.className = MARK;
    const middle = start === 0 ? node : node.splitText(start);
    if (end - start < middle.length) middle.splitText(end - start);
    middle.replaceWith(mark);
    mark.append(middle);
    return mark;
  });
}

export function unmarkPassage(text: Element): void {
  for (const mark of text.querySelectorAll(`.${MARK}`)) mark.replaceWith(...mark.childNodes);
}
