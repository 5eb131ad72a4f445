import { wrapBareText } from '../model/bare-text.ts';

/** Converts pasted content to paragraphs: no nested containers, no empty lines, no paragraphs made of line breaks. */
export function paragraphsOf(body: HTMLElement): void {
  for (const text of textsOf(body)) {
    text.nodeValue = (text.nodeValue ?? '').replace(/[\u00a0\s]*[\r\n\t ]+[\u00a0\s]*|\u00a0{2,}/g, ' ').replace(/[\u200b\ufeff]/g, '');
  }
  for (const box of [...body.querySelectorAll('div, section')].reverse()) unwrapContainer(box);
  const hasBlocks = body.querySelector('p, h2, h3, h4, ul, ol, blockquote, hr, table, figure, br + br') !== null;
  if (hasBlocks) wrapBareText(body);
  for (const bare of body.querySelectorAll(':is(body, blockquote) > p[data-bare]')) bare.removeAttribute('data-bare');
  for (const paragraph of [...body.querySelectorAll('p')]) splitAtEmptyLines(paragraph);
  for (const only of [...body.querySelectorAll('li > p:only-child')]) only.replaceWith(...only.childNodes);
  for (const bare of body.querySelectorAll('li > p[data-bare]')) bare.replaceWith(...bare.childNodes);
  for (const block of [...body.querySelectorAll('p, h2, h3, h4, li, blockquote, ul, ol')].reverse()) splitBlock(block);
  for (const phrase of [...body.querySelectorAll('em, strong, i, b, small, sup, sub, cite, q, a, span')].reverse()) dropEmpty(phrase);
}

function textsOf(body: HTMLElement): Node[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

/** A container of inline content becomes a paragraph, one of blocks is unwrapped. Verse and centred text keep their class. */
function unwrapContainer(box: Element): void {
  if (box.querySelector('p, h2, h3, h4, ul, ol, blockquote, hr, table, figure, dl')) {
    const holder = box.ownerDocument.createElement('body');
    holder.append(...box.childNodes);
    wrapBareText(holder);
    for (const bare of holder.querySelectorAll(':scope > p[data-bare]')) bare.removeAttribute('data-bare');
    box.replaceWith(...holder.childNodes);
    return;
  }
  const paragraph = box.ownerDocument.createElement('p');
  if (box.className !== '') paragraph.className = box.className;
  paragraph.append(...box.childNodes);
  box.replaceWith(paragraph);
}

/** Two consecutive line breaks separate paragraphs. */
function splitAtEmptyLines(paragraph: Element): void {
  for (const child of [...paragraph.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim() === '' && isBreak(child.nextSibling)) child.remove();
  }
  const gap = [...paragraph.childNodes].find((child) => isBreak(child) && isBreak(child.nextSibling));
  if (gap === undefined) {
    while (isBreak(paragraph.lastChild)) paragraph.lastChild?.remove();
    return;
  }
  const next = paragraph.cloneNode(false) as Element;
  while (isBreak(gap.nextSibling)) gap.nextSibling?.remove();
  while (gap.nextSibling) next.append(gap.nextSibling);
  gap.remove();
  paragraph.after(next);
  splitAtEmptyLines(next);
}

function isBreak(node: ChildNode | null): boolean {
  return node?.nodeName === 'BR';
}

const BREAK = /^(?:[*⁂~–—•·-]\s*){3,}$|^⁂$/;

function splitBlock(block: Element): void {
  const text = block.textContent?.replaceAll('\u00a0', ' ').trim() ?? '';
  if (text === '' && !block.querySelector('img, foot-note, hr, table, kept-block, kept-phrase')) block.remove();
  else if (block.matches('p') && BREAK.test(text)) block.replaceWith(block.ownerDocument.createElement('hr'));
}

function dropEmpty(phrase: Element): void {
  if (phrase.matches('span') && phrase.attributes.length === 0) phrase.replaceWith(...phrase.childNodes);
  else if (phrase.childNodes.length === 0) phrase.remove();
}
