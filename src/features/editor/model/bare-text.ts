import { BLOCKS } from '#src/features/tales/content-elements.ts';

const BLOCK = BLOCKS.join(',');
const HOLDERS = 'blockquote, div, section, li';

/** Puts text that stands in a container without an element of its own into `<p data-bare>`, which the editor can write in. */
export function wrapBareText(body: HTMLElement): void {
  for (const holder of [body, ...body.querySelectorAll<HTMLElement>(HOLDERS)]) wrapRuns(holder);
}

function isBlock(node: Node): boolean {
  return node.nodeType === Node.ELEMENT_NODE && ((node as Element).matches(`${BLOCK}, kept-block`) || holdsBlocks(node as Element));
}

function holdsBlocks(element: Element): boolean {
  return element.querySelector(BLOCK) !== null;
}

function wrapRuns(holder: HTMLElement): void {
  let run: Node[] = [];
  const close = () => {
    if (run.some((node) => node.nodeType === Node.ELEMENT_NODE || node.nodeValue?.trim() !== '')) {
      const paragraph = holder.ownerDocument.createElement('p');
      paragraph.setAttribute('data-bare', '');
      run[0]?.parentNode?.insertBefore(paragraph, run[0]);
      paragraph.append(...run);
    }
    run = [];
  };
  for (const node of [...holder.childNodes]) {
    if (isBlock(node)) close();
    else run.push(node);
  }
  close();
}
