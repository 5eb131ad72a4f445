import { Editor, Extension, type JSONContent } from '@tiptap/core';
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions';
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { search } from 'prosemirror-search';
import { fromHtml } from '../model/from-html.ts';
import { TALE_MODEL } from '../model/tale-model.ts';
import { tidyHtml } from '../model/tidy-html.ts';
import { cleanPaste } from '../paste/clean-paste.ts';
import { FootnoteView } from './footnote-view.ts';
import { linkAddress } from './link-address.ts';
import { PictureView } from './picture-view.ts';
import { taleKeys } from './tale-keys.ts';
import type { Opens } from './tools.ts';

/** Read-only view of unsupported content. */
class PreservedView implements NodeView {
  readonly dom: HTMLElement;

  constructor(node: Node) {
    this.dom = document.createElement(node.isInline ? 'span' : 'div');
    this.dom.className = 'kept';
    this.dom.contentEditable = 'false';
    if (node.isInline) {
      this.dom.title = 'Link target';
      return;
    }
    const note = document.createElement('span');
    note.className = 'kept-note';
    note.textContent = 'Not editable here. Edit it in Source.';
    const shown = document.createElement('div');
    shown.append(...tidyHtml(String(node.attrs.html)).body.childNodes);
    this.dom.append(note, shown);
  }

  ignoreMutation(): boolean {
    return true;
  }
}

/** Node views for images, footnotes and preserved content. */
const taleViews = Extension.create({
  name: 'taleViews',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        nodeViews: {
          image: (node, view, getPos) => new PictureView(node, view, getPos),
          picture: (node, view, getPos) => new PictureView(node, view, getPos),
          footnote: (node, view, getPos) => new FootnoteView(node, view, getPos),
          keptBlock: (node) => new PreservedView(node),
          keptPhrase: (node) => new PreservedView(node),
        },
      },
    }),
  ],
});

const LONG_LINE = 50;

/**
 * Text directly in a list item can be moved to the top level, where it becomes a paragraph. Text that was there initially stays until it is edited.
 */
const normalizeParagraphs = Extension.create({
  name: 'keepShape',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, before, after) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null;
        const old = before.doc.children;
        const now = after.doc.children;
        let start = 0;
        while (start < now.length && now[start] === old[start]) start += 1;
        let end = now.length;
        while (end > start && now[end - 1] === old[end - 1 + old.length - now.length]) end -= 1;
        const { tr } = after;
        after.doc.forEach((block, at, index) => {
          if (index >= start && index < end && block.attrs.tag === 'none') tr.setNodeAttribute(at, 'tag', null);
        });
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});

type Options = {
  html: string;
  open: (what: Opens) => void;
  /** Focuses the toolbar. */
  leave: () => void;
  onUpdate: () => void;
  onBlur: () => void;
  /** Called with the number of images omitted from pasted content. */
  onPicturesLost: (count: number) => void;
  /** The current title of the tale. */
  title: () => string;
};

/** Creates the editor of a tale, not yet attached to the page. */
export function createEditor({ html, open, leave, onUpdate, onBlur, onPicturesLost, title }: Options): Editor {
  return new Editor({
    element: null,
    injectCSS: false,
    extensions: [
      ...[...TALE_MODEL, taleViews, taleKeys({ open, leave }), normalizeParagraphs, finder],
      ...[UndoRedo.configure({ depth: 500 }), Gapcursor, Dropcursor.configure({ color: false, class: 'drop-cursor' })],
    ],
    onBeforeCreate: ({ editor }) => {
      // Documents are accepted as they are, although the type of the option does not say so.
      editor.options.content = fromHtml(html, editor.schema).doc as unknown as JSONContent;
    },
    onUpdate,
    onBlur,
    editorProps: {
      transformPastedHTML: (pasted) => {
        const { html, pictures } = cleanPaste(pasted, title());
        if (pictures > 0) onPicturesLost(pictures);
        return html;
      },
      clipboardTextParser: (text, $context, _isPlain, view) =>
        textSlice(text, view.state.schema, $context.parent.attrs.class === 'verse' ? 'verse' : 'prose'),
      handlePaste: (view, event) => {
        const data = event.clipboardData;
        if (data !== null && linkSelection(view, data.getData('text/plain'))) return true;
        const isPicture = data !== null && data.files.length > 0 && data.getData('text/html') === '' && data.getData('text/plain') === '';
        if (isPicture) onPicturesLost(data.files.length);
        return isPicture;
      },
    },
  });
}

const finder = Extension.create({ name: 'finder', addProseMirrorPlugins: () => [search()] });

/** A URL pasted over selected text links the text. */
function linkSelection({ state, dispatch }: EditorView, text: string): boolean {
  const { empty, from, to, $from, $to } = state.selection;
  const href = /^https?:\/\/\S+$/.test(text.trim()) ? linkAddress(text) : undefined;
  if (empty || href === undefined || !$from.sameParent($to)) return false;
  dispatch(state.tr.addMark(from, to, state.schema.mark('link', { href })));
  return true;
}

/** In verse every line break is kept. */
function textSlice(text: string, schema: Schema, place: 'verse' | 'prose'): Slice {
  const blocks = place === 'verse' ? [blocksOfText(text).flat()] : blocksOfText(text);
  const paragraphs = blocks.map((lines) => schema.node('paragraph', null, linesWithBreaks(lines, schema)));
  return new Slice(Fragment.from(paragraphs), 1, 1);
}

function linesWithBreaks(lines: readonly string[], schema: Schema): Node[] {
  return lines.flatMap((line, index) => [...(index > 0 ? [schema.node('hardBreak')] : []), ...(line === '' ? [] : [schema.text(line)])]);
}

/**
 * Splits plain text into blocks of lines at empty lines. If all lines of a block except the last are long, they are hard-wrapped and joined; shorter lines are verse. In text without empty lines, each line is a paragraph.
 */
export function blocksOfText(text: string): string[][] {
  const tidy = text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .trim();
  if (!/\n[ \t]*\n/.test(tidy)) return tidy.split('\n').flatMap((line) => (line.trim() === '' ? [] : [[line.trim()]]));
  return tidy
    .split(/\n(?:[ \t]*\n)+/)
    .map((block) => block.split('\n').map((line) => line.trim()))
    .map((lines) => (lines.length > 1 && lines.slice(0, -1).every((line) => line.length > LONG_LINE) ? [lines.join(' ')] : lines));
}
