/** The texts that come with Talewood: pages/NAME.md, Markdown with front matter. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { splitFrontMatter } from '#src/platform/front-matter.ts';
import type { PageName } from './page-names.ts';
import { renderMarkdown } from './render-markdown.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../pages');
const FrontMatter = z.strictObject({ title: z.string().min(1).max(120), changed: z.iso.date() });

/** `changedAt`: an ISO date-time. */
export type DefaultText = { title: string; markdown: string; html: string; changedAt: string };

const read = new Map<PageName, Promise<DefaultText>>();

/** Read once: these files change with a release alone. Throws for a file that is not of this form, which a test of ours would tell. */
export function defaultText(name: PageName): Promise<DefaultText> {
  const known = read.get(name) ?? readText(name);
  read.set(name, known);
  // What could not be read is tried again at the next question.
  known.catch(() => read.delete(name));
  return known;
}

async function readText(name: PageName): Promise<DefaultText> {
  const parts = splitFrontMatter(await readFile(path.join(FOLDER, `${name}.md`), 'utf8'));
  if (parts === undefined) throw new Error(`pages/${name}.md must begin with front matter.`);
  const { title, changed } = FrontMatter.parse(parts.fields);
  const markdown = parts.body.trim();
  return { title, markdown, html: renderMarkdown(markdown).html, changedAt: `${changed}T00:00:00.000Z` };
}
