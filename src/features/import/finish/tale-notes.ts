/** The footnotes of a tale: looked up in the whole book, and brought to its end. */
import { linesOf } from '../source/inline.ts';
import { textOfHtml } from '../source/inline-html.ts';
import { type Block, NO_HINTS } from '../source/source-book.ts';

export type Notes = {
  /** By the anchor: where a note may begin. In plain text several notes of a book have the same. */
  at: ReadonlyMap<string, number[]>;
  blocks: readonly Block[];
};

const LINK = /(<sup>)?<a href="([^"]+)">(.*?)<\/a>(<\/sup>)?/g;
const MARKER = /^[[({]?(?:(?:note )?\d{1,3}|[*†‡§¶]{1,4}|\p{L})[\])}]?$/iu;
/** What stands before the text of a note: its number, which leads back. */
const LABEL =
  /^\s*(?:<(?:sup|span|strong|em)[^>]*>)*\s*(?:<a href="[^"]+">)?\s*(?:<sup>)?[[({]?(?:foot-?note |note )?(?:\d{1,3}|[*†‡§¶]{1,4}|[A-Z])(?:[\])}:.]+|(?=<))\s*(?:<\/sup>)?\s*(?:<\/a>)?\s*(?:<\/(?:sup|span|strong|em)>)*[\])}:.]*\s*/i;
/** A note that stands in the text itself: `[FN#1: A holy man.]`. */
const INLINE_NOTE = /\s*\[(?:FN#?\d*|foot-?note(?: \d+)?)\s*:\s*([^[\]<>]{1,400})\]/gi;
const PLAIN_MARKER = /\[(?:\d{1,3}|\*)\]/g;
const MOST_BLOCKS = 6;

export function notesOf(blocks: readonly Block[]): Notes {
  const at = new Map<string, number[]>();
  for (const [index, { anchors }] of blocks.entries()) for (const anchor of anchors) at.set(anchor, [...(at.get(anchor) ?? []), index]);
  return { at, blocks };
}

/** The blocks without notes among them, markers in the form of content, and then the notes, numbered as they come. */
export function withNotes(all: readonly Block[], notes: Notes): Block[] {
  const blocks = all.map((block, index) => (isLooseNote(block, all.slice(0, index)) ? { ...block, kind: 'note' as const } : block));
  const texts: Block[] = [];
  const own = new Set(blocks);
  const take = (note: Block) => `<sup><a id="t-fnref${texts.push(note)}" href="#t-fn${texts.length}">${texts.length}</a></sup>`;
  const kept = blocks
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
  return [...kept, ...texts];
}

/** A short paragraph that begins with a marker that stood in the text before it. */
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

/** The note that a title is marked with: it names the source of the tale. */
export function noteTo(to: string, from: Block, notes: Notes, own: ReadonlySet<Block>): string | undefined {
  return findNote(to, from, notes, own)?.text;
}

/** In the tale first, then behind it, then anywhere when there is one only. */
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
  for (let next = place + 1; next < blocks.length && parts.length < MOST_BLOCKS; next += 1) {
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
