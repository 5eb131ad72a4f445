import type { Editor } from '@tiptap/core';

type ListName = 'bulletList' | 'orderedList';

export function toggleList(editor: Editor, name: ListName): void {
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
