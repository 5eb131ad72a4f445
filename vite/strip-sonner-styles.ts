import type { Plugin } from 'vite';

const INJECTED = /__insertCSS\("(?:[^"\\]|\\.)*"\);?/;

/** Removes the <style> that sonner injects, which the CSP forbids. Its rules are in toast.css. */
export function stripSonnerStyles(): Plugin {
  return {
    name: 'strip-sonner-styles',
    transform(code, id) {
      if (!id.includes('/sonner/dist/')) return null;
      if (!INJECTED.test(code)) this.error('sonner injects its styles differently; update vite/strip-sonner-styles.ts.');
      return { code: code.replace(INJECTED, ''), map: null };
    },
  };
}
