/**
 * Footnotes of Word, LibreOffice, Google Docs, Wikipedia and this site have in common a link to the note and a back link in it. Each marker becomes a `<foot-note>` with the text of the note.
 */
export function convertPastedNotes(body: HTMLElement): void {
  for (const link of [...body.querySelectorAll('a[href^="#"]')]) {
    const note = link.isConnected ? noteOf(body, link) : undefined;
    if (note === undefined) continue;
    const lifted = body.ownerDocument.createElement('foot-note');
    lifted.append(...linesOf(note.block, note.back));
    markerOf(link).replaceWith(lifted);
    removeWithEmptyHolders(note.block, body);
  }
  for (const rule of body.querySelectorAll('[data-style*="footnote-list"] hr, [data-style*="footnote-list"] br')) rule.remove();
}

function noteOf(body: HTMLElement, link: Element): { block: Element; back: Element } | undefined {
  const target = named(body, link.getAttribute('href')?.slice(1) ?? '');
  if (!target || !isAfter(link, target)) return undefined;
  const own = namesOf(link);
  const isBackLink = (one: Element) => own.has(one.getAttribute('href')?.slice(1) ?? '#');
  const back = target.matches('a') && isBackLink(target) ? target : [...target.querySelectorAll('a[href^="#"]')].find(isBackLink);
  if (!back) return undefined;
  const line = target.matches('a, sup, span') ? target.closest('p, li') : target;
  const holder = line?.parentElement;
  const isOwnHolder = holder?.matches('div[id], li[id]') && holder.querySelectorAll('a[href^="#"]').length === 1;
  const block = isOwnHolder ? holder : line;
  return block && !block.contains(link) && block !== body ? { block, back } : undefined;
}

function isAfter(link: Element, target: Element): boolean {
  return (link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function named(body: HTMLElement, name: string): Element | undefined {
  if (name === '') return undefined;
  const quoted = CSS.escape(name);
  return body.querySelector(`[id="${quoted}"], a[name="${quoted}"]`) ?? undefined;
}

/** Ids that a back link may refer to: of the link, and of a `<sup>` around it. */
function namesOf(link: Element): Set<string> {
  const holders = [link, link.parentElement, link.parentElement?.parentElement].filter((one) => one?.matches('a, sup, span'));
  return new Set(holders.flatMap((one) => [one?.id ?? '', one?.getAttribute('name') ?? '']).filter((name) => name !== ''));
}

/** The link, or an element that contains only the link. */
function markerOf(link: Element): Element {
  let marker = link;
  while (marker.parentElement?.matches('sup, span') && marker.parentElement.textContent?.trim() === link.textContent?.trim())
    marker = marker.parentElement;
  return marker;
}

/** Returns the text of a note without its number, with line breaks between paragraphs. */
function linesOf(block: Element, back: Element): Node[] {
  let number = back;
  while (number.parentElement && number.parentElement !== block && number.parentElement.matches('sup, span')) {
    if (number.parentElement.textContent?.trim() !== back.textContent?.trim()) break;
    number = number.parentElement;
  }
  number.remove();
  const paragraphs = block.matches('p') ? [block] : [...block.querySelectorAll('p')];
  const lines = paragraphs.length > 0 ? paragraphs : [block];
  const full = lines.filter(({ textContent }) => textContent?.trim());
  trimStart(full[0]);
  return full.flatMap((line, index) => [...(index > 0 ? [line.ownerDocument.createElement('br')] : []), ...line.childNodes]);
}

function trimStart(line: Element | undefined): void {
  const first = line?.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode();
  if (first) first.nodeValue = first.nodeValue?.replace(/^[\s\u00a0.:)\]]+/, '') ?? '';
}

function removeWithEmptyHolders(block: Element, body: HTMLElement): void {
  let removed: Element | null = block;
  while (removed && removed !== body && !removed.textContent?.trim()) {
    const holder: Element | null = removed.parentElement;
    removed.remove();
    removed = holder;
  }
  if (block.isConnected) block.remove();
}
