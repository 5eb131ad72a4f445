import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generatedTales } from './generated-tales.ts';

const FILES_PER_FOLDER = 1_000;
const CATEGORIES = ['classic', 'folklore', 'fantasy', 'animals'];

/** Writes generated tales as Markdown files with front matter, a thousand per folder. */
export async function writeTaleFiles(folder: string, count: number): Promise<void> {
  for (const { number, title, author, paragraphs } of generatedTales(count)) {
    const inner = path.join(folder, String(Math.floor(number / FILES_PER_FOLDER)).padStart(3, '0'));
    if (number % FILES_PER_FOLDER === 0) await mkdir(inner, { recursive: true });
    const front = [
      `title: ${title}`,
      `author: ${author}`,
      `category: ${CATEGORIES[number % CATEGORIES.length]}`,
      ...['age_band: 6-8', 'origin: German', 'language: en', 'source: Told at the mill', 'rights: Public domain'],
    ];
    await writeFile(path.join(inner, `${number}.md`), `---\n${front.join('\n')}\n---\n\n${paragraphs.join('\n\n')}\n`);
  }
}
