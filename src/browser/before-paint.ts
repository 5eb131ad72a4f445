/**
 * Runs before the first paint, as a small file of its own. A chosen page colour must not flash in late. What the first sight
 * of a page does not need waits until it has been painted: the application, and on the first visit the faces, which take
 * the place of fallbacks of the same measures. Later visits have them in the cache and begin with them. No imports.
 */
const html = document.documentElement;
const { app } = document.currentScript?.dataset ?? {};

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be forbidden: the page keeps its paper, and every visit is the first.
    return null;
  }
}

function showFaces(): void {
  html.dataset.faces = '';
}

function start(): void {
  showFaces();
  document.fonts.ready.then(() => {
    try {
      localStorage.setItem('talewood.faces', 'kept');
    } catch {
      // As above.
    }
  });
  if (app === undefined) return;
  const script = document.createElement('script');
  script.type = 'module';
  script.src = app;
  document.head.append(script);
}

const theme = read('talewood.theme');
if (theme === 'sepia' || theme === 'night' || theme === 'paper') html.dataset.theme = theme;
if (read('talewood.faces') === 'kept') showFaces();
addEventListener('load', () => requestAnimationFrame(() => setTimeout(start)));

export {};
