import path from 'node:path';
import { titleCase } from '../finish/title-case.ts';

/** What the name of a file says: `tales/the-frog-king.md` is The Frog King, and so is `the-frog-king/index.md`. */
export function titleFromName(name: string): string {
  const { dir, name: own } = path.posix.parse(name);
  const base = own === 'index' || own === '_index' ? path.posix.basename(dir) || own : own;
  // Jekyll puts the day before it.
  const words = base
    .replace(/^\d{4}-\d\d-\d\d-/, '')
    .replace(/[\s_.-]+/g, ' ')
    .trim();
  return titleCase(words || own, 'en', new Map());
}
