import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { ToolIconName } from '../components/tool-icon.tsx';
import { languageAt } from './language.ts';
import { isVerse, toggleVerse } from './verse.ts';

/** Pairs of HTML elements with the same meaning: both count as on, new text gets the first. */
const EQUIVALENT_MARKS = { strong: 'b', em: 'i' } as const;

/** Tools that open a dialog or bar. */
export type Opens = 'link' | 'picture' | 'language' | 'find';

export type Tool = {
  name: string;
  icon: ToolIconName;
  /** In Tiptap's notation, such as `Mod-b`. */
  keys?: string;
  /** Whether a toggle is on at the cursor. */
  isOn?: (editor: Editor) => boolean;
  isUsable?: (editor: Editor) => boolean;
} & ({ run: (editor: Editor) => void } | { opens: Opens });

/** Tools in groups, in toolbar order. */
export const TOOLS: readonly (readonly Tool[])[] = [
  [
    {
      name: 'Undo',
      icon: 'undo',
      keys: 'Mod-z',
      isUsable: (editor) => editor.can().undo(),
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      name: 'Redo',
      icon: 'redo',
      keys: 'Mod-Shift-z',
      isUsable: (editor) => editor.can().redo(),
      run: (editor) => editor.chain().focus().redo().run(),
    },
  ],
  [heading(2), heading(3), heading(4)],
  [
    {
      name: 'Bold',
      icon: 'bold',
      keys: 'Mod-b',
      isOn: (editor) => isMarked(editor, 'strong'),
      run: (editor) => toggleEquivalentMarks(editor, 'strong'),
    },
    {
      name: 'Italic',
      icon: 'italic',
      keys: 'Mod-i',
      isOn: (editor) => isMarked(editor, 'em'),
      run: (editor) => toggleEquivalentMarks(editor, 'em'),
    },
    {
      name: 'Small caps',
      icon: 'smallCaps',
      keys: 'Mod-Alt-c',
      isOn: (editor) => editor.isActive('smallCaps'),
      run: (editor) => editor.chain().focus().toggleMark('smallCaps').run(),
    },
  ],
  [
    {
      name: 'Quotation',
      icon: 'quotation',
      keys: 'Mod-Shift-b',
      isOn: (editor) => editor.isActive('blockquote'),
      run: (editor) => editor.chain().focus().toggleWrap('blockquote').run(),
    },
    {
      name: 'List',
      icon: 'list',
      keys: 'Mod-Shift-8',
      isOn: (editor) => editor.isActive('bulletList'),
      run: (editor) => toggleList(editor, 'bulletList'),
    },
    {
      name: 'Numbered list',
      icon: 'numberedList',
      keys: 'Mod-Shift-7',
      isOn: (editor) => editor.isActive('orderedList'),
      run: (editor) => toggleList(editor, 'orderedList'),
    },
    { name: 'Verse', icon: 'verse', keys: 'Mod-Alt-v', isOn: isVerse, run: toggleVerse },
  ],
  [
    { name: 'Link', icon: 'link', keys: 'Mod-k', isOn: (editor) => editor.isActive('link'), opens: 'link' },
    { name: 'Image', icon: 'picture', keys: 'Mod-Alt-p', opens: 'picture' },
    { name: 'Footnote', icon: 'footnote', keys: 'Mod-Alt-f', run: insertFootnote },
    { name: 'Section break', icon: 'sectionBreak', keys: 'Mod-Alt-b', run: insertBreak },
    {
      name: 'Language of a passage',
      icon: 'language',
      keys: 'Mod-Alt-l',
      isOn: (editor) => languageAt(editor).lang !== null,
      opens: 'language',
    },
    { name: 'Find', icon: 'find', keys: 'Mod-f', opens: 'find' },
  ],
];

function heading(level: 2 | 3 | 4): Tool {
  return {
    name: `Heading ${level}`,
    icon: `heading${level}`,
    keys: `Mod-Alt-${level}`,
    isOn: (editor) => editor.isActive('heading', { level }),
    run: (editor) => editor.chain().focus().toggleNode('heading', 'paragraph', { level }).run(),
  };
}

function isMarked(editor: Editor, name: keyof typeof EQUIVALENT_MARKS): boolean {
  return editor.isActive(name) || editor.isActive(EQUIVALENT_MARKS[name]);
}

/** Turns bold or italic on, or both elements off. */
function toggleEquivalentMarks(editor: Editor, name: keyof typeof EQUIVALENT_MARKS): void {
  const chain = editor.chain().focus();
  if (isMarked(editor, name)) chain.unsetMark(name).unsetMark(EQUIVALENT_MARKS[name]).run();
  else chain.setMark(name).run();
}

export type PickedPicture = { src: string; alt: string; width: number; height: number };

/** Inserts a section break and moves the cursor below it. */
function insertBreak(editor: Editor): void {
  editor
    .chain()
    .focus()
    .insertContent([{ type: 'horizontalRule' }, { type: 'paragraph' }])
    .command(({ tr }) => {
      tr.setSelection(TextSelection.near(tr.selection.$to, -1)).scrollIntoView();
      return true;
    })
    .run();
}

/** Inserts a footnote at the end of the selection and opens it. */
function insertFootnote(editor: Editor): void {
  editor
    .chain()
    .command(({ tr, state }) => {
      const at = tr.selection.to;
      const { footnote } = state.schema.nodes;
      const $at = tr.doc.resolve(at);
      if (!footnote || !$at.parent.isTextblock || !$at.parent.canReplaceWith($at.index(), $at.index(), footnote)) return false;
      tr.insert(at, footnote.create());
      tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView();
      return true;
    })
    .run();
}

type ListName = 'bulletList' | 'orderedList';

function toggleList(editor: Editor, name: ListName): void {
  editor.chain().focus().toggleList(name, 'listItem').command(resetParagraphTag).run();
}

/** Moves an item out of the list, or up one level. */
export function liftItem(editor: Editor): boolean {
  return editor.chain().liftListItem('listItem').command(resetParagraphTag).run();
}

type CommandProps = Parameters<Parameters<ReturnType<Editor['chain']>['command']>[0]>[0];

/** Text is directly inside a list item, but never directly at the top level. */
function resetParagraphTag({ tr }: CommandProps): boolean {
  tr.doc.nodesBetween(tr.selection.from, tr.selection.to, (node, at) => {
    if (node.type.name === 'paragraph' && node.attrs.tag !== null) tr.setNodeAttribute(at, 'tag', null);
  });
  return true;
}
