/** What a tale must have before readers see it, and what its editor should look at once more. */
import type { TaleFields } from '#src/features/manage/contract.ts';
import { countWords, htmlToText } from '#src/features/tales/tales.ts';
import type { CheckItem } from './contract.ts';

/** The fields that are judged. `content` is clean HTML; what is left out counts as blank. */
export type CheckedFields = {
  [Field in 'title' | 'author' | 'category' | 'excerpt' | 'content' | 'source' | 'retold_from' | 'rights']?: TaleFields[Field] | undefined;
};

/** A link to a tale of this site that readers cannot follow. `address` as it stands in the text, `words` what is underlined. */
export type DeadLink = { address: string; words: string; isHidden: boolean };

const FEWEST_WORDS = 100;
const MOST_WORDS = 20_000;
/** An excerpt shorter than this may be a tale's first words by chance. */
const TELLING_EXCERPT = 20;

const REQUIRED = {
  title: 'Title is required',
  author: 'Author is required',
  category: 'Category is required',
  excerpt: 'Excerpt is required',
};

/** `requiresSource`: whether source and rights are needed; a setting of the site. */
export type PublishRules = { requiresSource: boolean };

/** Everything there is to say, what keeps the tale from being published first. */
export function checkTaleToPublish(fields: CheckedFields, deadLinks: readonly DeadLink[], rules: PublishRules): CheckItem[] {
  const { content = '' } = fields;
  return [
    ...requiredItems(fields),
    ...blockingItems(fields, rules),
    ...deadLinks.map(linkItem),
    ...headingItems(content),
    ...lengthItems(countWords(htmlToText(content))),
    ...excerptItems(fields.excerpt ?? '', content),
  ];
}

/**
 * What keeps a tale from being published, by field: pictures without a description, no source, no rights. Nothing when it may be.
 * Of fields that a form requires the form speaks itself.
 */
export function listPublishProblems(
  fields: Pick<CheckedFields, 'content' | 'source' | 'retold_from' | 'rights'>,
  rules: PublishRules,
): Record<string, string[]> {
  const byField = Map.groupBy(blockingItems(fields, rules), ({ field }) => field);
  return Object.fromEntries([...byField].map(([field, items]) => [field, items.map(({ text }) => text)]));
}

function requiredItems(fields: CheckedFields): CheckItem[] {
  return Object.entries(REQUIRED)
    .filter(([field]) => isBlank(fields[field as keyof typeof REQUIRED]))
    .map(([field, text]) => blocks(field, field, text));
}

function blockingItems({ content = '', source, retold_from, rights }: CheckedFields, { requiresSource }: PublishRules): CheckItem[] {
  const items = listPictures(content).flatMap(({ alt }, at) => (isBlank(alt) ? [blocks(`alt-${at + 1}`, 'content', altText(at + 1))] : []));
  if (!requiresSource) return items;
  if (isBlank(source) && isBlank(retold_from))
    items.push(blocks('source', 'source', 'Say where the tale comes from: its source, or what it is retold from'));
  if (isBlank(rights)) items.push(blocks('rights', 'rights', 'Say by what right it may be shown, as “Public domain”'));
  return items;
}

function altText(number: number): string {
  return `Picture ${number} of the text has no description for those who cannot see it (alt text)`;
}

function linkItem({ address, words, isHidden }: DeadLink, at: number): CheckItem {
  const why = isHidden ? 'a tale that readers cannot see yet' : 'a tale that does not exist';
  return advice(`link-${at + 1}`, 'content', `The link “${words || address}” leads to ${why} (${address})`);
}

/** A heading more than one step below the one before is lost to who moves by headings. The title itself stands above them all. */
function headingItems(content: string): CheckItem[] {
  const items: CheckItem[] = [];
  let above = 1;
  for (const [at, [, level, inner = '']] of [...content.matchAll(/<h([2-4])(?: [^>]*)?>(.*?)<\/h\1>/gs)].entries()) {
    const depth = Number(level);
    if (depth > above + 1)
      items.push(advice(`heading-${at + 1}`, 'content', `The heading “${htmlToText(inner)}” skips a level: make it a larger one`));
    above = depth;
  }
  return items;
}

function lengthItems(words: number): CheckItem[] {
  if (words === 0) return [advice('length', 'content', 'The tale has no text yet')];
  if (words < FEWEST_WORDS)
    return [advice('length', 'content', `The tale has ${words === 1 ? '1 word' : `${words} words`}, which is very short`)];
  if (words <= MOST_WORDS) return [];
  return [advice('length', 'content', `The tale has ${words.toLocaleString('en')} words: parts may be easier to read`)];
}

function excerptItems(excerpt: string, content: string): CheckItem[] {
  const [start, text] = [excerpt, htmlToText(content)].map((words) => words.replace(/\s+/g, ' ').trim()) as [string, string];
  const bare = start.replace(/\s*(?:…|\.{3})$/, '');
  if (bare.length < TELLING_EXCERPT || !text.startsWith(bare)) return [];
  return [advice('excerpt', 'excerpt', 'The excerpt repeats the beginning of the tale: a sentence that makes one curious says more')];
}

/** The pictures of clean HTML in their order. */
function listPictures(content: string): { alt: string }[] {
  return [...content.matchAll(/<img(?: [^>]*)?>/g)].map(([tag]) => ({ alt: / alt="([^"]*)"/.exec(tag)?.[1] ?? '' }));
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function blocks(id: string, field: string, text: string): CheckItem {
  return { id, field, level: 'blocks', text };
}

function advice(id: string, field: string, text: string): CheckItem {
  return { id, field, level: 'advice', text };
}
