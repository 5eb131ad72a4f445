import { linesOf, textOfHtml } from '../sources/inline-html.ts';
import { type Block, NO_HINTS, type SplitTale } from '../sources/source-book.ts';

const BACK_ARROW = '↑';

/** Renders a tale as HTML that the sanitizer leaves unchanged, with footnotes in the form of the editor. */
export function renderContent({ blocks }: Pick<SplitTale, 'blocks'>): string {
  const shallowest = Math.min(...blocks.filter(({ kind }) => kind === 'heading').map(({ level }) => level));
  const parts: string[] = [];
  let quoted: string[] = [];
  const flush = () => {
    if (quoted.length > 0) parts.push(`<blockquote>${quoted.join('')}</blockquote>`);
    quoted = [];
  };
  for (const block of blocks) {
    if (block.kind === 'note') continue;
    if (block.kind === 'quote') {
      quoted.push(`<p>${block.html}</p>`);
      continue;
    }
    flush();
    parts.push(blockHtml(block, shallowest));
  }
  flush();
  const notes = blocks.filter(({ kind }) => kind === 'note');
  if (notes.length > 0) parts.push(notesHtml(notes));
  return parts.join('\n');
}

function blockHtml({ kind, level, html, hints }: Block, shallowest: number): string {
  if (kind === 'rule') return '<hr />';
  if (kind === 'heading') {
    const tag = `h${Math.min(4, 2 + level - shallowest)}`;
    return `<${tag}>${html.replace(/<br \/>/g, ' ')}</${tag}>`;
  }
  if (kind === 'verse') return `<p class="verse">${html}</p>`;
  if (kind === 'list' || kind === 'table') return html;
  return hints.centred ? `<p class="centre">${html}</p>` : `<p>${html}</p>`;
}

/** Same markup as `footnoteSection` of the editor. */
function notesHtml(notes: readonly Block[]): string {
  const items = notes.map(({ html }, index) => `<li id="t-fn${index + 1}">${html} <a href="#t-fnref${index + 1}">${BACK_ARROW}</a></li>`);
  return `<section id="t-footnotes"><ol>${items.join('')}</ol></section>`;
}

export type Notes = {
  /** Positions where a note may begin, by anchor. In plain text several notes of a book may have the same anchor. */
  at: ReadonlyMap<string, number[]>;
  blocks: readonly Block[];
};

const LINK = /(<sup>)?<a href="([^"]+)">(.*?)<\/a>(<\/sup>)?/g;
const MARKER = /^[[({]?(?:(?:note )?\d{1,3}|[*†‡§¶]{1,4}|\p{L})[\])}]?$/iu;
/** The number before the text of a note, which links back. */
const LABEL =
  /^\s*(?:<(?:sup|span|strong|em)[^>]*>)*\s*(?:<a href="[^"]+">)?\s*(?:<sup>)?[[({]?(?:foot-?note |note )?(?:\d{1,3}|[*†‡§¶]{1,4}|[A-Z])(?:[\])}:.]+|(?=<))\s*(?:<\/sup>)?\s*(?:<\/a>)?\s*(?:<\/(?:sup|span|strong|em)>)*[\])}:.]*\s*/i;
/** A note inside the text: `[FN#1: A holy man.]`. */
const INLINE_NOTE = /\s*\[(?:FN#?\d*|foot-?note(?: \d+)?)\s*:\s*([^[\]<>]{1,400})\]/gi;
const PLAIN_MARKER = /\[(?:\d{1,3}|\*)\]/g;
const MAX_BLOCKS = 6;

export function collectNotes(blocks: readonly Block[]): Notes {
  const at = new Map<string, number[]>();
  for (const [index, { anchors }] of blocks.entries()) for (const anchor of anchors) at.set(anchor, [...(at.get(anchor) ?? []), index]);
  return { at, blocks };
}

/** Replaces note markers by links and appends the notes, numbered in order of appearance. */
export function attachNotes(all: readonly Block[], notes: Notes): Block[] {
  const blocks = all.map((block, index) => (isLooseNote(block, all.slice(0, index)) ? { ...block, kind: 'note' as const } : block));
  const texts: Block[] = [];
  const own = new Set(blocks);
  const take = (note: Block) => `<sup><a id="t-fnref${texts.push(note)}" href="#t-fn${texts.length}">${texts.length}</a></sup>`;
  const body = blocks
    .filter(({ kind }) => kind !== 'note')
    .map((block) => {
      const linked = block.html.replace(LINK, (_, _open, to: string, inner: string) => {
        const isMarker = MARKER.test(textOfHtml(inner, true));
        const note = isMarker ? findNote(to, block, notes, own) : undefined;
        return note === undefined ? (isMarker ? '' : inner) : take(note);
      });
      const inline = linked.replace(INLINE_NOTE, (_, text: string) => take(noteOf(text)));
      const html = inline
        .replace(PLAIN_MARKER, (marker: string) => {
          const note = blocks.find(({ kind, text }) => kind === 'note' && text.startsWith(marker));
          return note === undefined ? marker : take(noteOf(note.html.replace(LABEL, '')));
        })
        .replace(/\[(<sup><a id=[^>]*>\d+<\/a><\/sup>)?\]/g, '$1');
      return html === block.html ? block : { ...block, html: html.trim(), text: textOfHtml(html), lines: linesOf(html) };
    });
  return [...body, ...texts];
}

/** A short paragraph that begins with a marker used earlier in the text. */
function isLooseNote({ kind, text }: Block, before: readonly Block[]): boolean {
  const [marker] = /^[[(](?:\d{1,3}|\*)[\])](?=\s)/.exec(text) ?? [];
  if (marker === undefined || (kind !== 'paragraph' && kind !== 'verse')) return false;
  return before.some((block) => block.html.includes(marker) || block.links.some((link) => link.text === marker));
}

function noteOf(html: string): Block {
  const own = bare(html);
  const text = textOfHtml(own);
  return { kind: 'note', level: 0, html: own, text, lines: [text], anchors: [], links: [], hints: NO_HINTS };
}

/** Returns the text of a note to a title, which often names the source. */
export function noteTo(to: string, from: Block, notes: Notes, own: ReadonlySet<Block>): string | undefined {
  return findNote(to, from, notes, own)?.text;
}

/** Searches the tale, then what follows it, then anywhere if there is only one. */
function findNote(to: string, from: Block, { at, blocks }: Notes, own: ReadonlySet<Block>): Block | undefined {
  const places = at.get(to) ?? [];
  const start = blocks.indexOf(from);
  const place =
    places.find((each) => own.has(blocks[each] as Block)) ??
    places.find((each) => each > start) ??
    (places.length === 1 ? places[0] : undefined);
  const first = place === undefined ? undefined : blocks[place];
  if (place === undefined || first === undefined || first === from || first.kind === 'heading') return undefined;
  const parts = [first];
  for (let next = place + 1; next < blocks.length && parts.length < MAX_BLOCKS; next += 1) {
    const block = blocks[next] as Block;
    if (first.kind !== 'note' || block.kind !== 'note' || LABEL.test(block.html) || block.anchors.length > 0) break;
    parts.push(block);
  }
  const html = parts.map((part, index) => bare(index === 0 ? part.html.replace(LABEL, '') : part.html)).join('<br />');
  return textOfHtml(html) === '' ? undefined : noteOf(html);
}

function bare(html: string): string {
  return html.replace(/<a href="[^"]*">(.*?)<\/a>/g, '$1').trim();
}
