import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';

export type PassageLanguage = { lang: string | null; dir: string | null };

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/** Returns the language of the text or paragraph at the cursor. */
export function languageAt(editor: Editor): PassageLanguage {
  const { lang = null, dir = null } = editor.getAttributes('span');
  if (lang !== null || dir !== null) return { lang, dir };
  const { parent } = editor.state.selection.$from;
  return { lang: parent.attrs.lang ?? null, dir: parent.attrs.dir ?? null };
}

/** Sets the language of the selected text, or of the paragraphs if nothing or whole paragraphs are selected. Null removes it. */
export function setLanguage(editor: Editor, { lang, dir }: PassageLanguage): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && editor.isActive('span')) chain.extendMarkRange('span');
  chain
    .command(({ tr }) => {
      const { from, to, $from, $to } = tr.selection;
      const isWhole = from === to || !$from.sameParent($to) || (from === $from.start() && to === $from.end());
      removeSpans(tr, from, to);
      if (isWhole) {
        tr.doc.nodesBetween(from, to, (node, at) => {
          if (!node.isTextblock || node.type.name === 'footnote') return;
          tr.setNodeAttribute(at, 'lang', lang).setNodeAttribute(at, 'dir', dir);
        });
      } else if (lang !== null || dir !== null) tr.addMark(from, to, tr.doc.type.schema.mark('span', { lang, dir }));
      return true;
    })
    .run();
}

/** Keeps the class of a passage. */
function removeSpans(tr: Transaction, from: number, to: number): void {
  tr.doc.nodesBetween(from, to, (node) => {
    for (const mark of node.marks) {
      if (mark.type.name !== 'span') continue;
      tr.removeMark(from, to, mark);
      if (mark.attrs.class !== null) tr.addMark(from, to, mark.type.create({ class: mark.attrs.class }));
    }
  });
}
