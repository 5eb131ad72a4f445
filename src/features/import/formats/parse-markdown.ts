import { marked } from 'marked';
import { FrontMatterError, splitFrontMatter } from '#src/platform/front-matter.ts';
import { FileFault, quoteList } from '../faults.ts';
import { MAX_TALE } from '../limits.ts';
import { decodeLenient } from '../sources/decode-book.ts';
import type { StatedFile } from '../worker-output.ts';
import { bookOf, contentKey, type ParsedFile, titleFromName } from './parsed-file.ts';
import { type FieldReading, normalizeName, readFields, readStatedFiles, warningsOf } from './tale-fields.ts';

type Parts = { reading: FieldReading; files: StatedFile[]; body: string };

const NO_FRONT_MATTER = { reading: { fields: {}, unused: [], unread: [] } as FieldReading, files: [] };
/** `{{ … }}` and `{% … %}`, which only Hugo, Jekyll or Ghost can evaluate. */
const TEMPLATE_TAGS = [
  ['{{', '}}'],
  ['{%', '%}'],
] as const;

/**
 * Parses a tale in Markdown, with optional YAML front matter: our keys (library/tales) and those of Hugo, Jekyll and Ghost. `name`: the
 * path, also the fallback title. The key of the book does not depend on the text, but on slug (or file name), title and author.
 * @throws FileFault
 */
export function parseMarkdown(name: string, bytes: Uint8Array): ParsedFile {
  if (bytes.length > MAX_TALE) throw new FileFault(name, 'Markdown files can be up to 2 MB.');
  const { reading, files, body } = readParts(name, decodeLenient(bytes));
  const { heading, rest } = extractTitle(body, reading.fields.title);
  const { body: markdown, notes } = extractFootnotes(rest);
  if (markdown.trim() === '') throw new FileFault(name, 'the file has no text.');
  const html = htmlOf(name, markdown);
  const content = notes === '' ? html : `${html}\n${notes}`;
  const warnings = warningsOf(reading);
  const title = reading.fields.title ?? heading;
  if (title === undefined) warnings.push('The title is taken from the file name.');
  if (hasTemplateTags(markdown)) warnings.push('The text has template tags in braces, which are not evaluated.');
  const tale = { ...reading.fields, title: title ?? titleFromName(name), content, warnings, ...(files.length > 0 && { files }) };
  const pictures = content.match(/<img\s[^<>]*/g)?.filter((tag) => !tag.includes('src="/media/')).length ?? 0;
  const pictureNotes = pictures === 0 ? [] : [`Images skipped: ${pictures}.`];
  const key = contentKey('markdown', tale.slug ?? titleFromName(name), tale.title, tale.author ?? '');
  return { book: bookOf(key, name, [tale]), notes: [...notesOf(reading, 'The front matter’s'), ...pictureNotes] };
}

function readParts(name: string, text: string): Parts {
  if (/^\+\+\+[ \t]*\n/.test(text))
    throw new FileFault(name, 'TOML front matter (+++) is not supported. Use YAML between lines of ---.', { line: 1 });
  try {
    const parts = splitFrontMatter(text);
    if (parts === undefined) return { ...NO_FRONT_MATTER, body: text };
    const { fields, body } = parts;
    if (fields === null || fields === undefined) return { ...NO_FRONT_MATTER, body };
    if (typeof fields !== 'object' || Array.isArray(fields)) throw new FrontMatterError('it is no list of keys and values', 2);
    const entries = Object.entries(fields);
    const stated = entries.find(([key]) => normalizeName(key) === 'files');
    const files = readStatedFiles(stated?.[1]);
    // Without any it is reported as unused.
    return { reading: readFields(files.length === 0 ? entries : entries.filter((entry) => entry !== stated)), files, body };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const { line, message } = error;
    throw new FileFault(name, `invalid front matter: ${message.replace(/\.$/, '')}.`, { line, cause: error });
  }
}

function htmlOf(name: string, markdown: string): string {
  try {
    return marked.parse(markdown, { async: false }).trim();
  } catch (cause) {
    // Thousands of nested block quotes exhaust the stack.
    throw new FileFault(name, 'the text is nested too deeply.', { cause });
  }
}

function hasTemplateTags(text: string): boolean {
  return TEMPLATE_TAGS.some(([open, close]) => {
    const at = text.indexOf(open);
    return at !== -1 && text.includes(close, at);
  });
}

/** A first level-1 heading is the title when it repeats the title or there is no other; else it is text. */
function extractTitle(body: string, title: string | undefined): { heading: string | undefined; rest: string } {
  const [first = '', second = '', ...others] = body.replace(/^\s+/, '').split('\n');
  const isUnderlined = /^=+[ \t]*$/.test(second);
  const titleLine = /^#[ \t]/.test(first) ? first.slice(2) : isUnderlined ? first : undefined;
  const heading = titleLine?.replace(/[*_`#]+/g, '').trim();
  if (!heading || (title !== undefined && heading.toLowerCase() !== title.toLowerCase())) return { heading: undefined, rest: body };
  return { heading, rest: (isUnderlined ? others : [second, ...others]).join('\n') };
}

const DEFINITION = /^\[\^([^\]\s]{1,60})\]:[ \t]*(.*(?:\n(?:[ \t]+\S.*))*)\n?/gm;
const MARKER = /\[\^([^\]\s]{1,60})\]/g;
const CODE = /^(?: {4}|\t)|`/;

/**
 * Turns footnotes (`a word[^1]`, `[^1]: its note`), which Markdown itself does not have, into HTML in the form of the editor. `notes`: the
 * section for the end of the text; '' for none.
 */
function extractFootnotes(markdown: string): { body: string; notes: string } {
  const texts = new Map<string, string>();
  const rest = markdown.replace(DEFINITION, (_, label: string, text: string) => {
    texts.set(label, text.replace(/\n[ \t]+/g, ' ').trim());
    return '';
  });
  if (texts.size === 0) return { body: markdown, notes: '' };
  const numbers = new Map<string, number>();
  const body = rest
    .split('\n')
    .map((line) => (CODE.test(line) ? line : line.replace(MARKER, (marker, label: string) => markerOf(label) ?? marker)))
    .join('\n');
  const items = [...numbers].map(([label, number]) => `<li id="t-fn${number}">${inline(label)} <a href="#t-fnref${number}">↑</a></li>`);
  return { body, notes: items.length === 0 ? '' : `<section id="t-footnotes"><ol>${items.join('')}</ol></section>` };

  /** Repeated markers link to the note; only the first gets a link back. */
  function markerOf(label: string): string | undefined {
    if (!texts.has(label)) return undefined;
    const known = numbers.get(label);
    const number = known ?? numbers.size + 1;
    numbers.set(label, number);
    return `<sup><a${known === undefined ? ` id="t-fnref${number}"` : ''} href="#t-fn${number}">${number}</a></sup>`;
  }

  function inline(label: string): string {
    return marked.parseInline(texts.get(label) ?? '', { async: false });
  }
}

/** Describes unused names. `what`: where the names are from, such as `The front matter’s`. */
function notesOf({ unused }: FieldReading, what: string): string[] {
  return unused.length === 0 ? [] : [`${what} ${quoteList(unused)} ${unused.length === 1 ? 'was' : 'were'} not used.`];
}
