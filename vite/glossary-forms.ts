import type { Plugin } from 'vite';
import { GLOSSARY_LINES, packGlossary } from '../src/features/glossary/glossary-words.ts';

/** Leaves the meanings out of `glossary-words.ts?forms`: most readers open none, and they are most of the glossary. */
export function glossaryForms(): Plugin {
  const lines = packGlossary(GLOSSARY_LINES);
  return {
    name: 'glossary-forms',
    load(id) {
      if (!id.endsWith('/glossary-words.ts?forms')) return null;
      return `import { parseGlossaryLine, unpackForms } from './glossary-line.ts';
        export const GLOSSARY = ${JSON.stringify(lines)}.split('|').map((line) => parseGlossaryLine(unpackForms(line)));`;
    },
  };
}
