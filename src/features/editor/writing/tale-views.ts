import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { FootnoteView } from './footnote-view.ts';
import { PreservedView } from './kept-view.ts';
import { PictureView } from './picture-view.ts';

/** Node views for images, footnotes and preserved content. */
export const taleViews = Extension.create({
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
