/** Runs before the first paint, as a file of its own: a chosen page colour must not flash in late. No imports. */
try {
  const theme = localStorage.getItem('talewood.theme');
  if (theme === 'sepia' || theme === 'night' || theme === 'paper') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: the page keeps its paper.
}
