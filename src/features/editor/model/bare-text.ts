import { BLOCK_TAGS } from '#src/features/tale-html/sanitizer-allow-list.ts';

const BLOCK = BLOCK_TAGS.join(',');
const TEXT_CONTAINERS = 'blockquote, div, section, li';

/** Wraps text directly inside a container in `<p data-bare>`, so that it can be edited. */
export function wrapBareText(body: HTMLElement): void {
  for (const holder of [body, ...body.querySelectorAll<HTMLElement>(TEXT_CONTAINERS)]) wrapRuns(holder);
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
