import type { Editor } from '@tiptap/core';
import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';

/** Verse: a paragraph with the class `verse`, in which line breaks stay. */

const hasClass = (node: Node) =>
  String(node.attrs.class ?? '')
    .split(' ')
    .includes('verse');

export function isVerse(editor: Editor): boolean {
  return holderOf(editor.state.selection.$from) !== undefined;
}

/** A stanza in a quotation, as created from Markdown, has line breaks and no class. */
function isStanza($from: ResolvedPos): boolean {
  if (holderOf($from)) return true;
  const isQuoted = $from.depth > 1 && $from.node(-1).type.name === 'blockquote';
  return isQuoted && $from.parent.children.some((child) => child.type.name === 'hardBreak');
}

function holderOf($pos: ResolvedPos): number | undefined {
  for (let depth = $pos.depth; depth > 0; depth -= 1) if (hasClass($pos.node(depth))) return depth;
  return undefined;
}

/** Joins the selected paragraphs to a stanza, one line each, or converts a stanza to a paragraph. */
export function toggleVerse(editor: Editor): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const { $from, $to } = tr.selection;
      const depth = holderOf($from);
      if (depth !== undefined) setClass(tr, $from.before(depth), $from.node(depth), false);
      else if ($from.sameParent($to)) setVerse(tr, $from);
      else return joinLines(tr, state);
      return true;
    })
    .run();
}

function setVerse(tr: Transaction, $from: ResolvedPos): void {
  const { paragraph } = tr.doc.type.schema.nodes;
  if ($from.parent.isTextblock && paragraph) {
    tr.setNodeMarkup($from.before(), paragraph, { ...$from.parent.attrs, tag: 'p' });
    setClass(tr, $from.before(), $from.parent, true);
  }
}

function setClass(tr: Transaction, at: number, node: Node, isVerse: boolean): void {
  const others = String(node.attrs.class ?? '')
    .split(' ')
    .filter((name) => name !== '' && name !== 'verse');
  const names = isVerse ? [...others, 'verse'] : others;
  tr.setNodeAttribute(at, 'class', names.length > 0 ? names.join(' ') : null);
}

function joinLines(tr: Transaction, { schema }: EditorState): boolean {
  const range = tr.selection.$from.blockRange(tr.selection.$to);
  const { hardBreak, paragraph } = schema.nodes;
  if (!range || !hardBreak || !paragraph) return false;
  const lines = range.parent.children.slice(range.startIndex, range.endIndex);
  if (lines.some((line) => line.type !== paragraph)) return false;
  let content = Fragment.empty;
  for (const line of lines.filter(({ childCount }) => childCount > 0)) {
    if (content.size > 0) content = content.addToEnd(hardBreak.create());
    content = content.append(line.content);
  }
  tr.replaceWith(range.start, range.end, paragraph.create({ class: 'verse', tag: 'p' }, content));
  tr.setSelection(TextSelection.create(tr.doc, range.start + 1 + content.size));
  return true;
}

/** Enter in verse starts a new line; on an empty line it leaves the stanza, or splits it in the middle. */
export function enterInVerse(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!$from.parent.isTextblock || !isStanza($from)) return false;
  const isOnEmptyLine = empty && $from.nodeBefore?.type.name === 'hardBreak';
  if (!isOnEmptyLine) return editor.chain().insertContent({ type: 'hardBreak' }).scrollIntoView().run();
  return editor
    .chain()
    .command(({ tr }) => {
      const isAtEnd = $from.parentOffset === $from.parent.content.size;
      const depth = isAtEnd ? $from.depth - (holderOf($from) ?? $from.depth) + 1 : 1;
      tr.delete($from.pos - 1, $from.pos);
      const attrs = isAtEnd ? {} : { ...$from.parent.attrs, id: null };
      const { paragraph } = tr.doc.type.schema.nodes;
      if (paragraph) tr.split($from.pos - 1, depth, [...Array(depth - 1).fill(null), { type: paragraph, attrs }]);
      return true;
    })
    .scrollIntoView()
    .run();
}
