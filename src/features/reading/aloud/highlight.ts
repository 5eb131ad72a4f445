/** Makes a sentence glow without touching the text: other code counts the characters in it. */

const NAME = 'spoken';
const LAYER = 'spoken-layer';

/** Null takes the glow away. Where the browser has no CSS Custom Highlight API, washes of colour are laid over the lines. */
export function glow(range: Range | null): void {
  if ('highlights' in CSS) {
    if (range === null) CSS.highlights.delete(NAME);
    else CSS.highlights.set(NAME, new Highlight(range));
    return;
  }
  document.querySelector(`.${LAYER}`)?.remove();
  if (range !== null) document.body.append(layerOver(range));
}

/** Whether the glow has to be laid anew when lines have moved. */
export function isGlowLaid(): boolean {
  return !('highlights' in CSS);
}

function layerOver(range: Range): HTMLElement {
  const layer = document.createElement('div');
  layer.className = LAYER;
  layer.setAttribute('aria-hidden', 'true');
  for (const { left, top, width, height } of range.getClientRects()) {
    const wash = layer.appendChild(document.createElement('span'));
    wash.style.setProperty('left', `${left + window.scrollX}px`);
    wash.style.setProperty('top', `${top + window.scrollY}px`);
    wash.style.setProperty('width', `${width}px`);
    wash.style.setProperty('height', `${height}px`);
  }
  return layer;
}
