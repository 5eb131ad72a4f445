/** Calls `relaid` before the next paint whenever the text may lie anew: another setting, size of window, face, picture. Returns the end of it. */
export function onRelaid(text: HTMLElement, relaid: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const marks = new MutationObserver(relaid);
  // All marks of the document but its colour, which moves nothing.
  const names = ['face', 'size', 'spacing', 'paragraphs', 'measure', 'alignment', 'hyphens', 'flow', 'faces', 'focus-mode'];
  marks.observe(document.documentElement, { attributeFilter: names.map((name) => `data-${name}`) });
  let isSizeKnown = false;
  const size = new ResizeObserver(() => {
    // At first it tells of the size there is.
    if (isSizeKnown) relaid();
    isSizeKnown = true;
  });
  size.observe(text);
  document.fonts.addEventListener('loadingdone', relaid, { signal });
  text.addEventListener('load', relaid, { signal, capture: true });
  return () => {
    stop.abort();
    marks.disconnect();
    size.disconnect();
  };
}
