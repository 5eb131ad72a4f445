import { Extension, InputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';
import { enterSelectedNode, selectFigure } from './enter-in.ts';
import { isAtItemStart, liftItem, sinkItem } from './lists.ts';
import { type Opens, TOOLS } from './tools.ts';
import { enterInVerse } from './verse.ts';

/** Keyboard shortcuts of the editor. `open` is called for tools with a dialog; `leave` focuses the toolbar. Tab is left to the browser. */
export function taleKeys({ open, leave }: { open: (what: Opens) => void; leave: () => void }): Extension {
  return Extension.create({
    name: 'taleKeys',
    priority: 500,
    addKeyboardShortcuts() {
      const { editor } = this;
      const tools = TOOLS.flat().flatMap((tool) => {
        if (tool.keys === undefined) return [];
        const act = () => {
          if ('opens' in tool) open(tool.opens);
          else tool.run(editor);
          return true;
        };
        return [[tool.keys, act] as const];
      });
      return {
        ...Object.fromEntries(tools),
        'Mod-y': () => editor.commands.redo(),
        'Mod-Alt-0': () => editor.commands.setNode('paragraph'),
        'Shift-Enter': () => editor.chain().insertContent({ type: 'hardBreak' }).scrollIntoView().run(),
        Enter: () =>
          enterSelectedNode(editor) ||
          enterInVerse(editor) ||
          editor.commands.splitListItem('listItem') ||
          (isAtEmptyItem(editor) && liftItem(editor)),
        Backspace: () => selectFigure(editor) || (isAtItemStart(editor) && liftItem(editor)),
        'Mod-]': () => sinkItem(editor),
        'Mod-[': () => liftItem(editor),
        'Alt-F10': () => {
          leave();
          return true;
        },
      };
    },
    addInputRules() {
      const { heading, blockquote, bulletList, orderedList, horizontalRule } = this.editor.schema.nodes;
      if (!heading || !blockquote || !bulletList || !orderedList || !horizontalRule) return [];
      return [
        ...[2, 3, 4].map((level) =>
          textblockTypeInputRule({ find: new RegExp(`^#{${level}} $`), type: heading, getAttributes: { level } }),
        ),
        wrappingInputRule({ find: /^> $/, type: blockquote }),
        wrappingInputRule({ find: /^- $/, type: bulletList }),
        wrappingInputRule({
          find: /^(\d{1,4})\. $/,
          type: orderedList,
          getAttributes: ([, start]) => ({ start: start === '1' ? null : start }),
        }),
        new InputRule({
          find: /^(?:\* \* \*|---)$/,
          handler: ({ range, chain }) => {
            chain()
              .deleteRange(range)
              .insertContent([{ type: 'horizontalRule' }, { type: 'paragraph' }])
              .run();
          },
        }),
      ];
    },
  });
}

function isAtEmptyItem(editor: Parameters<typeof isAtItemStart>[0]): boolean {
  return isAtItemStart(editor) && editor.state.selection.$from.parent.childCount === 0;
}
