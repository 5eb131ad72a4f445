/**
 * Runs a task after the next frame, so that an interaction is rendered before expensive layout (web.dev, "Optimize Interaction to Next
 * Paint"). At once where nothing is rendered, as in a hidden tab.
 */
export function afterNextFrame(task: () => void): void {
  if (document.visibilityState === 'hidden') task();
  else requestAnimationFrame(() => setTimeout(task));
}
