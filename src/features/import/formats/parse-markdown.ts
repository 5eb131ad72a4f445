import { marked } from 'marked';
import { FrontMatterError, splitFrontMatter } from '#src/platform/front-matter.ts';
import { decodeBook } from '../source/decode-book.ts';
import { FileFault } from './file-fault.ts';
import { MOST_TALE } from './limits.ts';
import { takeFootnotes } from './markdown-notes.ts';
import { bookOf, hashOf, type ReadFile } from './read-file.ts';
import { doubtsOf, notesOf, type Reading, readFields } from './tale-fields.ts';
import { titleFromName } from './title-from-name.ts';

const NO_FRONT_MATTER: Reading = { fields: {}, unused: [], unread: [] };
/** `{{ … }}` and `{% … %}`, which only Hugo, Jekyll or Ghost could carry out. */
const COMMANDS = [
  ['{{', '}}'],
  ['{%', '%}'],
] as const;

/**
 * A tale in Markdown, with or without front matter in YAML: our own keys (library/tales) and those of Hugo, Jekyll and Ghost. `name`:
 * its path, of which a title is made where nothing else gives one. The book's key stays when the text changes: it is made of the
 * slug (or the name of the file), the title and the author. Throws a FileFault.
 */
export function parseMarkdown(name: string, bytes: Uint8Array): ReadFile {
  if (bytes.length > MOST_TALE) throw new FileFault(name, 'a tale in Markdown may have at most 2 MB.');
  const { reading, body } = readParts(name, decodeBook(bytes));
  const { heading, rest } = takeHeading(body, reading.fields.title);
  const { body: markdown, notes } = takeFootnotes(rest);
  if (markdown.trim() === '') throw new FileFault(name, 'it has no text.');
  const html = htmlOf(name, markdown);
  const content = notes === '' ? html : `${html}\n${notes}`;
  const doubts = doubtsOf(reading);
  const title = reading.fields.title ?? heading;
  if (title === undefined) doubts.push('Its title was made from the name of the file.');
  if (hasCommands(markdown)) doubts.push('Its text has commands in braces that only another program could carry out.');
  const tale = { ...reading.fields, title: title ?? titleFromName(name), content, doubts };
  const pictures = content.match(/<img\s[^<>]*/g)?.filter((tag) => !tag.includes('src="/media/')).length ?? 0;
  const pictureNotes = pictures === 0 ? [] : [`Pictures left out: ${pictures}.`];
  const key = hashOf('markdown', tale.slug ?? titleFromName(name), tale.title, tale.author ?? '');
  return { book: bookOf(key, name, [tale]), notes: [...notesOf(reading, 'The front matter’s'), ...pictureNotes] };
}

function readParts(name: string, text: string): { reading: Reading; body: string } {
  if (/^\+\+\+[ \t]*\n/.test(text))
    throw new FileFault(name, 'its front matter is TOML (+++); only YAML between lines of --- is read.', { line: 1 });
  try {
    const parts = splitFrontMatter(text);
    if (parts === undefined) return { reading: NO_FRONT_MATTER, body: text };
    const { fields, body } = parts;
    if (fields === null || fields === undefined) return { reading: NO_FRONT_MATTER, body };
    if (typeof fields !== 'object' || Array.isArray(fields)) throw new FrontMatterError('it is no list of keys and values', 2);
    return { reading: readFields(Object.entries(fields)), body };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const { line, message } = error;
    throw new FileFault(name, `the front matter cannot be read: ${message.replace(/\.$/, '')}.`, { line, cause: error });
  }
}

function htmlOf(name: string, markdown: string): string {
  try {
    return marked.parse(markdown, { async: false }).trim();
  } catch (cause) {
    // Quotations in quotations, thousands deep.
    throw new FileFault(name, 'its text stands too deep in itself.', { cause });
  }
}

function hasCommands(text: string): boolean {
  return COMMANDS.some(([open, close]) => {
    const at = text.indexOf(open);
    return at !== -1 && text.includes(close, at);
  });
}

/** A first heading of the first rank is the title, whether it is said a second time or the only one; another one is text. */
function takeHeading(body: string, title: string | undefined): { heading: string | undefined; rest: string } {
  const [first = '', second = '', ...others] = body.replace(/^\s+/, '').split('\n');
  const isUnderlined = /^=+[ \t]*$/.test(second);
  const said = /^#[ \t]/.test(first) ? first.slice(2) : isUnderlined ? first : undefined;
  const heading = said?.replace(/[*_`#]+/g, '').trim();
  if (!heading || (title !== undefined && heading.toLowerCase() !== title.toLowerCase())) return { heading: undefined, rest: body };
  return { heading, rest: (isUnderlined ? others : [second, ...others]).join('\n') };
}
