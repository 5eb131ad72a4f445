/** Which tales are veiled in lists, by age: kept on the device, so that it holds before anything is asked (before-paint.ts). */

const KEY = 'talewood.hidden-ages';

/** Veils the tales of these ages. The styles read the attribute (veil.css). */
export function setHiddenAges(ages: readonly string[]): void {
  const text = ages.join(' ');
  document.documentElement.dataset.hiddenAges = text;
  try {
    if (text === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Storage may be forbidden: it then holds as long as the page.
  }
}
