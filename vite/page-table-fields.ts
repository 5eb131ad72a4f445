import type { Plugin } from 'vite';

const TABLE = '/src/page-table.ts';
/** Fields of a row that only the server and the service worker read, and those that are empty. */
const FIELD = /, (?:title: null|(?:query|inSitemap|offline|hasToken): (?:true|AUTH|LOGIN|'[a-z-]+'|\[[^\]]*\]))(?=[, ])/g;

/** Leaves fields that pages do not read in the browser out of the page table, which is part of the main script. */
export function pageTableFields(): Plugin {
  return {
    name: 'page-table-fields',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(TABLE)) return null;
      const shorter = code.replace(FIELD, '');
      if (shorter === code) this.error('No field found in src/page-table.ts; update vite/page-table-fields.ts.');
      return { code: shorter, map: null };
    },
  };
}
