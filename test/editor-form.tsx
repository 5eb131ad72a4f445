import type { Editor } from '@tiptap/core';
import { act, createRef, type ReactNode, useState } from 'react';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { TaleEditor } from '#src/features/editor/components/tale-editor.tsx';
import type { PickedPicture } from '#src/features/editor/writing/tools.ts';
import { get, render } from './dom.ts';

/** The editor in a form of a simulated DOM, which has no pointer or cursor keys: selections are made through the editor's API. */

export const handle = createRef<EditorHandle>();
/** Changes and submits reported since the editor was opened, and the image it picks. */
export const form: { changes: string[]; sent: number; picked: PickedPicture | null } = { changes: [], sent: 0, picked: null };

type Options = { isInvalid?: boolean; Component?: typeof TaleEditor };

export function EditorForm({ initial, isInvalid = false, Component = TaleEditor }: Options & { initial: string }) {
  const [html, setHtml] = useState(initial);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.sent += 1;
      }}
    >
      <p id="content-label">Content</p>
      <Component
        {...{ initial, handle, isInvalid }}
        onChange={(text) => {
          form.changes.push(text);
          setHtml(text);
        }}
        labelledBy="content-label"
        describedBy="content-hint"
        language="de"
        title={() => 'The Frog King'}
        pickPicture={async () => form.picked}
        preview={() => <div id="preview">{html}</div>}
      />
    </form>
  );
}

export function openEditor(content: string | ReactNode, options: Options = {}) {
  Object.assign(form, { changes: [], sent: 0, picked: null });
  return render(typeof content === 'string' ? <EditorForm initial={content} {...options} /> : content);
}

export const html = () => handle.current?.html();
export const text = () => get('textbox', 'Content') as HTMLElement & { editor: Editor };
export const tool = (name: string) => get('button', name);
export const isOn = (name: string) => tool(name).getAttribute('aria-pressed') === 'true';
/** Focuses the text and selects a part of it, or sets the cursor to its end. */
export const select = (part: string, isCursor = false) =>
  act(async () => {
    const { editor } = text();
    let from = -1;
    editor.state.doc.descendants((node, at) => {
      if (from === -1 && node.isText && node.text?.includes(part)) from = at + node.text.indexOf(part);
    });
    const to = from + part.length;
    editor.view.focus();
    editor.commands.setTextSelection(isCursor ? to : { from, to });
    // The toolbar is updated in the next frame.
    await new Promise(requestAnimationFrame);
  });
export const frame = () => act(async () => void (await new Promise(requestAnimationFrame)));
export const paste = (data: Record<string, string>) =>
  act(async () => {
    const clipboardData = new DataTransfer();
    for (const [type, content] of Object.entries(data)) clipboardData.setData(type, content);
    text().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
