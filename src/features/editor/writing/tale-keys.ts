import { type Editor, Extension, InputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';
import { NodeSelection, Selection } from '@tiptap/pm/state';
import { liftItem, type Opens, TOOLS } from './tools.ts';
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

/** Enter moves the cursor into a selected footnote or image, and out of a caption below the figure. */
function enterSelectedNode(editor: Editor): boolean {
  const { selection } = editor.state;
  if (selection instanceof NodeSelection) {
    const element = editor.view.nodeDOM(selection.from);
    const inner = element instanceof HTMLElement ? element.querySelector<HTMLElement>('.footnote-text, .picture-alt') : null;
    inner?.focus();
    return inner !== null;
  }
  const { $from } = selection;
  return $from.parent.type.name === 'caption' && leaveCaption(editor, $from.after(-1));
}

/** Backspace at the start of a caption selects the figure; a second one deletes it. */
function selectFigure(editor: Editor): boolean {
  const { empty, $from } = editor.state.selection;
  const isAtStart = empty && $from.parent.type.name === 'caption' && $from.parentOffset === 0;
  return isAtStart && editor.commands.setNodeSelection($from.before(-1));
}

function leaveCaption(editor: Editor, at: number): boolean {
  return editor
    .chain()
    .command(({ tr }) => {
      const next = tr.doc.resolve(at).nodeAfter;
      if (!next?.isTextblock) tr.insert(at, tr.doc.type.schema.node('paragraph'));
      tr.setSelection(Selection.near(tr.doc.resolve(at + 1))).scrollIntoView();
      return true;
    })
    .run();
}

/** Moves an item into a sublist of the previous item. */
function sinkItem(editor: Editor): boolean {
  return editor.commands.sinkListItem('listItem');
}

/** Whether the cursor is at the start of an item. */
function isAtItemStart(editor: Editor): boolean {
  const { empty, $from } = editor.state.selection;
  return empty && $from.parentOffset === 0 && $from.depth > 1 && $from.node(-1).type.name === 'listItem' && $from.index(-1) === 0;
}
