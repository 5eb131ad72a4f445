import type { Editor } from '@tiptap/core';

type ListName = 'bulletList' | 'orderedList';

export function toggleList(editor: Editor, name: ListName): void {
  editor.chain().focus().toggleList(name, 'listItem').command(resetParagraphTag).run();
}

/** Moves an item out of the list, or up one level. */
export function liftItem(editor: Editor): boolean {
  return editor.chain().liftListItem('listItem').command(resetParagraphTag).run();
}

/** Moves an item into a sublist of the previous item. */
export function sinkItem(editor: Editor): boolean {
  return editor.commands.sinkListItem('listItem');
}

/** Whether the cursor is at the start of an item. */
export function isAtItemStart(editor: Editor): boolean {
  const { empty, $from } = editor.state.selection;
  return empty && $from.parentOffset === 0 && $from.depth > 1 && $from.node(-1).type.name === 'listItem' && $from.index(-1) === 0;
}

type CommandProps = Parameters<Parameters<ReturnType<Editor['chain']>['command']>[0]>[0];

/** Text is directly inside a list item, but never directly at the top level. */
function resetParagraphTag({ tr }: CommandProps): boolean {
  tr.doc.nodesBetween(tr.selection.from, tr.selection.to, (node, at) => {
    if (node.type.name === 'paragraph' && node.attrs.tag !== null) tr.setNodeAttribute(at, 'tag', null);
  });
  return true;
}
