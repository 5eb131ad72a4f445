import '#src/ui/styles/editor/index.css';
import type { Editor } from '@tiptap/core';
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { isWellFormedHtml } from '../model/parse-html.ts';
import type { Opens, PickedPicture } from '../writing/tools.ts';
import type { ContentEditorProps } from './editor-props.ts';
import { FindBar } from './find-bar.tsx';
import { LanguageDialog } from './language-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { SourceField } from './source-field.tsx';
import { Toolbar } from './tool-bar.tsx';
import { type TaleWriting, useTaleEditor } from './use-tale-editor.ts';
import { useThrottledChange } from './use-throttled-change.ts';

const NAMES: Record<Mode, string> = { write: 'Write', source: 'Source', preview: 'Preview' };

/** The editor with its toolbar; see ContentEditor. */
export function TaleEditor(props: ContentEditorProps) {
  const { initial, onChange, handle, labelledBy, describedBy, isInvalid, language, title, pickPicture, preview } = props;
  const [opened, setOpened] = useState<Opens>();
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const top = useClearTop(root);
  const open = async (what: Opens) => {
    if (what !== 'picture') return setOpened(what);
    const picked = await pickPicture?.();
    if (picked) insertPicture(editor, picked);
    else editor.commands.focus();
  };
  const leave = () => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  const writing = useTaleEditor({ initial, onChange, open, leave, title });
  const { editor, container } = writing;
  const { mode, choose, source, note } = useModes(writing, onChange);
  useImperativeHandle(handle, () => ({
    html: () => (mode === 'source' ? source.value : writing.html()),
    set: (html) => (mode === 'source' ? source.set(html) : void writing.set(html)),
    focus: () => (mode === 'source' ? source.field.current?.focus() : void editor.commands.focus()),
  }));
  useEffect(() => {
    root.current?.style.setProperty('--clear-top', `${top}px`);
    root.current?.style.setProperty('--toolbar', `${root.current.querySelector<HTMLElement>('.toolbar')?.offsetHeight ?? 0}px`);
    const attributes = attributesOf({ labelledBy, describedBy, isInvalid, language });
    // Keeps the cursor visible below the sticky bars.
    const margin = { top: top + (bar.current?.offsetHeight ?? 0) + 24, right: 0, bottom: 40, left: 0 };
    const { editorProps } = editor.options;
    editor.setOptions({ editorProps: { ...editorProps, attributes, scrollMargin: margin, scrollThreshold: margin } });
  }, [editor, labelledBy, describedBy, isInvalid, language, top]);
  // Scrolls the new view to its start, below the sticky bars.
  const isText = mode === 'write';
  useEffect(() => {
    if (!isText && (root.current?.getBoundingClientRect().top ?? 0) < top) root.current?.scrollIntoView();
  }, [isText, top]);
  const close = () => {
    setOpened(undefined);
    editor.commands.focus();
  };
  return (
    <div ref={root} className={isInvalid ? 'editor is-wrong' : 'editor'}>
      <Toolbar
        editor={editor}
        bar={bar}
        isUsable={mode === 'write'}
        hasPictures={pickPicture !== undefined}
        open={(what) => void open(what)}
      >
        <ModeSwitch
          mode={mode}
          hasPreview={preview !== undefined}
          choose={(next) => {
            setOpened(undefined);
            choose(next);
          }}
        />
        {opened === 'find' && mode === 'write' ? <FindBar editor={editor} close={close} /> : null}
      </Toolbar>
      {note === '' ? null : (
        <p className="editor-note" role="status">
          {note}
        </p>
      )}
      <div ref={container} className="editor-place" hidden={mode !== 'write'} />
      {mode === 'source' ? (
        <SourceField
          field={source.field}
          value={source.value}
          onChange={source.set}
          onLeave={source.tell}
          describedBy={describedBy}
          isInvalid={isInvalid}
        />
      ) : null}
      {mode === 'preview' ? <div className="editor-preview">{preview?.()}</div> : null}
      {opened === 'link' ? <LinkDialog editor={editor} close={close} /> : null}
      {opened === 'language' ? <LanguageDialog editor={editor} close={close} /> : null}
    </div>
  );
}

type About = Pick<ContentEditorProps, 'labelledBy' | 'describedBy' | 'isInvalid' | 'language'>;

function attributesOf({ labelledBy, describedBy, isInvalid, language }: About): Record<string, string> {
  return {
    class: 'editor-page prose',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelledBy,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
    ...(language && { lang: language }),
  };
}

type Source = {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  set: (html: string) => void;
  tell: () => void;
};

/** State of the view mode and of the HTML source. Returning to the editor applies only what changed in the source. */
function useModes(writing: TaleWriting, onChange: (html: string) => void) {
  const [mode, setMode] = useState<Mode>('write');
  const [value, setValue] = useState('');
  const [note, setNote] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = useRef({ html: '', taken: '' });
  const change = useThrottledChange(() => typed.current.html, onChange);

  function choose(next: Mode): void {
    if (next === mode) return;
    setNote('');
    if (mode === 'source') leaveSource();
    else writing.tell();
    if (next === 'source') {
      const html = writing.html();
      typed.current = { html, taken: html };
      setValue(html);
    }
    setMode(next);
  }

  function leaveSource(): void {
    const { html, taken } = typed.current;
    if (html === taken) return;
    setNote(describeCorrections(html, writing.set(html)));
    change.now();
    // Removed elements are also reported to the form.
    onChange(writing.html());
  }

  const set = (html: string) => {
    typed.current.html = html;
    setValue(html);
    change.soon();
  };
  const source: Source = { field, value, set, tell: change.now };
  return { mode, choose, source, note };
}

function describeCorrections(html: string, removed: readonly string[]): string {
  const taken = removed.length === 0 ? [] : [`Removed, because tales cannot contain it: ${removed.join(', ')}.`];
  const closed = isWellFormedHtml(html) ? [] : ['The HTML was invalid and has been corrected.'];
  return [...taken, ...closed].join(' ');
}

type Mode = 'write' | 'source' | 'preview';

/** Switches between editor, HTML source and preview. */
function ModeSwitch({ mode, hasPreview, choose }: { mode: Mode; hasPreview: boolean; choose: (mode: Mode) => void }) {
  const modes = (Object.keys(NAMES) as Mode[]).filter((name) => hasPreview || name !== 'preview');
  return (
    <fieldset className="modes">
      <legend className="visually-hidden">Content view</legend>
      {modes.map((name) => (
        <button
          key={name}
          type="button"
          className={mode === name ? 'is-on' : undefined}
          aria-pressed={mode === name}
          onClick={() => choose(name)}
        >
          {NAMES[name]}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Returns the top offset of the sticky toolbar in pixels: below other sticky elements such as the site header. Follows their heights.
 */
function useClearTop(root: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const above = root.current === null ? [] : stickyAbove(root.current);
    const look = () => setTop(Math.max(0, ...above.map(bottomOf)));
    const observer = new ResizeObserver(look);
    for (const one of above) observer.observe(one);
    look();
    return () => observer.disconnect();
  }, [root]);
  return top;
}

/** Sticky elements that precede this one or one of its ancestors. */
function stickyAbove(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let holder: Element | null = element; holder; holder = holder.parentElement) {
    for (let before = holder.previousElementSibling; before; before = before.previousElementSibling) {
      if (before instanceof HTMLElement && getComputedStyle(before).position === 'sticky') found.push(before);
    }
  }
  return found;
}

function bottomOf(element: HTMLElement): number {
  return (Number.parseFloat(getComputedStyle(element).top) || 0) + element.offsetHeight;
}

/** Inserts an image with an empty caption after the current block, or instead of an empty one. */
function insertPicture(editor: Editor, { src, alt, width, height }: PickedPicture): void {
  const attrs = { src, alt, width: String(width), height: String(height) };
  editor
    .chain()
    .focus()
    .insertContent({ type: 'figure', content: [{ type: 'picture', attrs }, { type: 'caption' }] })
    .run();
}
