/**
 * HTML of footnotes: markers that link to notes in a section at the end of the tale, each with a back link. Numbers and ids follow the order of the markers.
 */

const BACK = '↑';

export function footnoteMarker(number: number): string {
  return `<sup><a id="t-fnref${number}" href="#t-fn${number}">${number}</a></sup>`;
}

/** `texts`: inline HTML, in order. */
export function footnoteSection(texts: readonly string[]): string {
  const notes = texts.map((text, index) => {
    const back = backLink(index + 1);
    return `<li id="t-fn${index + 1}">${text === '' ? '' : `${text} `}${back}</li>`;
  });
  return `<section id="t-footnotes"><ol>${notes.join('')}</ol></section>`;
}

/**
 * Replaces markers and notes by `<foot-note>` elements that contain the text, and removes the section. Returns false, without a change, if any note has another form.
 */
export function convertFootnotes(body: HTMLElement): boolean {
  const section = body.querySelector(':scope > section#t-footnotes:last-child');
  const list = section?.firstElementChild;
  if (section?.childElementCount !== 1 || list?.localName !== 'ol') return false;
  const pairs = [...list.children].map((note, index) => ({ note, ...partsOf(body, note, index + 1) }));
  const markers = [...body.querySelectorAll('a[id^="t-fnref"]')];
  if (markers.length !== pairs.length) return false;
  if (pairs.some(({ marker, back }, index) => !marker || !back || marker.firstChild !== markers[index])) return false;
  for (const { note, marker, back } of pairs) {
    back?.remove();
    const lifted = body.ownerDocument.createElement('foot-note');
    lifted.append(...note.childNodes);
    marker?.replaceWith(lifted);
  }
  section.remove();
  return true;
}

/** Finds the marker and the back link of a note, if both have our form. */
function partsOf(body: HTMLElement, note: Element, number: number): { marker: Element | undefined; back: Element | undefined } {
  const link = body.querySelector(`a[id="t-fnref${number}"][href="#t-fn${number}"]`);
  const sup = link?.parentElement;
  const isMarker = sup?.localName === 'sup' && sup.isEqualNode(parsed(footnoteMarker(number), sup));
  const last = note.lastElementChild;
  const isBack = last?.isEqualNode(parsed(backLink(number), last)) && !last.nextSibling;
  const isNote = note.localName === 'li' && note.id === `t-fn${number}` && note.attributes.length === 1;
  return { marker: isMarker ? sup : undefined, back: isBack && isNote ? (last ?? undefined) : undefined };
}

/** For comparisons that ignore the order of attributes. */
function parsed(html: string, beside: Element): Node | null {
  const holder = beside.ownerDocument.createElement('div');
  holder.innerHTML = html;
  return holder.firstChild;
}

function backLink(number: number): string {
  return `<a href="#t-fnref${number}">${BACK}</a>`;
}
