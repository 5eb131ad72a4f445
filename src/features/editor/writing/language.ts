import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';

export type PassageLanguage = { lang: string | null; dir: string | null };

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/** The language of the passage at the cursor, of its words or its paragraph. */
export function languageAt(editor: Editor): PassageLanguage {
  const { lang = null, dir = null } = editor.getAttributes('span');
  if (lang !== null || dir !== null) return { lang, dir };
  const { parent } = editor.state.selection.$from;
  return { lang: parent.attrs.lang ?? null, dir: parent.attrs.dir ?? null };
}

/** Marks the words that are selected; without any, or with whole paragraphs, the paragraphs. Nulls take the mark away. */
export function setLanguage(editor: Editor, { lang, dir }: PassageLanguage): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && editor.isActive('span')) chain.extendMarkRange('span');
  chain
    .command(({ tr }) => {
      const { from, to, $from, $to } = tr.selection;
      const isWhole = from === to || !$from.sameParent($to) || (from === $from.start() && to === $from.end());
      takeAway(tr, from, to);
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

/** Of a passage that has a class as well, the class stays. */
function takeAway(tr: Transaction, from: number, to: number): void {
  tr.doc.nodesBetween(from, to, (node) => {
    for (const mark of node.marks) {
      if (mark.type.name !== 'span') continue;
      tr.removeMark(from, to, mark);
      if (mark.attrs.class !== null) tr.addMark(from, to, mark.type.create({ class: mark.attrs.class }));
    }
  });
}
