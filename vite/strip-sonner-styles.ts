import type { Plugin } from 'vite';

const INJECTED = /__insertCSS\("(?:[^"\\]|\\.)*"\);?/;

/** Takes out the <style> that sonner writes into the page: our policy allows no inline style. Its places are in toast.css. */
export function stripSonnerStyles(): Plugin {
  return {
    name: 'strip-sonner-styles',
    transform(code, id) {
      if (!id.includes('/sonner/dist/')) return null;
      if (!INJECTED.test(code)) this.error('sonner no longer injects its styles the way we know: look at vite/strip-sonner-styles.ts.');
      return { code: code.replace(INJECTED, ''), map: null };
    },
  };
}
