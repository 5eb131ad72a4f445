import { GLOSSARY } from '../glossary-words.ts';
import { findGlossaryWords } from './highlight-words.ts';

/** Returns the section of a printed tale with the meanings of its old words; empty if it has none. */
export function renderGlossary(text: Element): Node[] {
  const found = findGlossaryWords(text, GLOSSARY);
  const words = GLOSSARY.filter(({ slug }) => found.has(slug));
  if (words.length === 0) return [];
  const title = document.createElement('h2');
  title.textContent = 'Old words in this tale';
  const list = document.createElement('dl');
  for (const { word, meaning } of words) {
    const entry = document.createElement('div');
    const [name, line] = [document.createElement('dt'), document.createElement('dd')];
    name.textContent = word;
    line.textContent = meaning;
    entry.append(name, line);
    list.append(entry);
  }
  const section = document.createElement('section');
  section.className = 'print-words';
  section.append(title, list);
  return [section];
}
