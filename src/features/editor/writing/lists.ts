import type { Editor } from '@tiptap/core';

type ListName = 'bulletList' | 'orderedList';

export function toggleList(editor: Editor, name: ListName): void {
  editor.chain().focus().toggleList(name, 'listItem').command(asSuitsThePlace).run();
}

/** Out of the list, or one step up in it. */
export function liftItem(editor: Editor): boolean {
  return editor.chain().liftListItem('listItem').command(asSuitsThePlace).run();
}

/** Into a list below the item above. */
export function sinkItem(editor: Editor): boolean {
  return editor.commands.sinkListItem('listItem');
}

/** At the very beginning of an item. */
export function isAtItemStart(editor: Editor): boolean {
  const { empty, $from } = editor.state.selection;
  return empty && $from.parentOffset === 0 && $from.depth > 1 && $from.node(-1).type.name === 'listItem' && $from.index(-1) === 0;
}

type CommandProps = Parameters<Parameters<ReturnType<Editor['chain']>['command']>[0]>[0];

/** Text of an item stands in it without an element of its own; that of a paragraph never does. */
function asSuitsThePlace({ tr }: CommandProps): boolean {
  tr.doc.nodesBetween(tr.selection.from, tr.selection.to, (node, at) => {
    if (node.type.name === 'paragraph' && node.attrs.tag !== null) tr.setNodeAttribute(at, 'tag', null);
  });
  return true;
}
