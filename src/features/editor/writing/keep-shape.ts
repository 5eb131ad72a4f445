import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/**
 * Text directly in a list item can be moved to the top level, where it becomes a paragraph. Text that was there initially stays until it is edited.
 */
export const normalizeParagraphs = Extension.create({
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
