import type { Editor } from '@tiptap/core';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { type Opens, TOOLS, type Tool } from '../writing/tools.ts';
import { ToolIcon } from './tool-icon.tsx';

/** Shown after 700 ms, or immediately within 300 ms after another tooltip. */
const DELAY_MS = 700;
const SKIP_MS = 300;

type Props = {
  editor: Editor;
  bar: Ref<HTMLDivElement>;
  /** False in source and preview mode. */
  isUsable: boolean;
  hasPictures: boolean;
  open: (what: Opens) => void;
  children: ReactNode;
};

/** The toolbar, with one tab stop and arrow keys (ARIA Authoring Practices). */
export function Toolbar({ editor, bar, isUsable, hasPictures, open, children }: Props) {
  const states = useToolStates(editor);
  const [stop, setStop] = useState<string>(TOOLS[0]?.[0]?.name ?? '');
  const tooltip = useTooltip();
  const run = (tool: Tool) => {
    tooltip.hide();
    if ('opens' in tool) open(tool.opens);
    else tool.run(editor);
  };
  return (
    <div className="toolbar">
      <div
        ref={bar}
        className="tools"
        role="toolbar"
        aria-label="Formatting"
        onKeyDown={(event) => moveFocus(event, () => editor.commands.focus(), tooltip.hide)}
        onFocus={(event: FocusEvent<HTMLDivElement>) => setStop(event.target.getAttribute('aria-label') ?? stop)}
      >
        {TOOLS.map((group) => (
          <div key={group[0]?.name} className="tool-group">
            {group
              .filter((tool) => hasPictures || !('opens' in tool && tool.opens === 'picture'))
              .map((tool) => (
                <ToolButton
                  key={tool.name}
                  tool={tool}
                  state={states.get(tool.name)}
                  isStop={stop === tool.name}
                  isUsable={isUsable}
                  run={run}
                  tooltip={tooltip}
                />
              ))}
          </div>
        ))}
      </div>
      <Tooltip tooltip={tooltip} />
      {children}
    </div>
  );
}

type ButtonProps = {
  tool: Tool;
  state: ToolState | undefined;
  isStop: boolean;
  isUsable: boolean;
  run: (tool: Tool) => void;
  tooltip: ReturnType<typeof useTooltip>;
};

/** aria-disabled instead of disabled, so that the button keeps the focus when there is nothing left to undo. */
function ToolButton({ tool, state, isStop, isUsable, run, tooltip }: ButtonProps) {
  const isOff = !isUsable || state?.isUsable === false;
  const isOn = isUsable && state?.isOn;
  const { name, icon, keys } = tool;
  return (
    <button
      type="button"
      className={isOn ? 'tool is-on' : 'tool'}
      aria-label={name}
      aria-pressed={state?.isOn === undefined ? undefined : Boolean(isOn)}
      aria-disabled={isOff || undefined}
      aria-haspopup={'opens' in tool && tool.opens !== 'find' ? 'dialog' : undefined}
      tabIndex={isStop ? 0 : -1}
      // Keeps the cursor in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isOff) run(tool);
      }}
      {...tooltip.on(name, keys === undefined ? '' : keysShown(keys))}
    >
      <ToolIcon name={icon} />
    </button>
  );
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLDivElement>, back: () => void, hide: () => boolean): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    // The first Escape hides the tooltip, the next one returns to the text.
    if (!hide()) back();
    return;
  }
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[step(at, buttons.length)]?.focus();
}

type Shown = { name: string; keys: string; button: HTMLElement };

/** Shows name and shortcut of a tool on hover and focus. Buttons also have an accessible name. */
function useTooltip() {
  const [shown, setShown] = useState<Shown>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastShown = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Returns whether a tooltip was shown. */
  const hide = () => {
    clearTimeout(timer.current);
    if (shown !== undefined) lastShown.current = performance.now();
    setShown(undefined);
    return shown !== undefined;
  };
  const show = (button: HTMLElement, name: string, keys: string, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown({ name, keys, button }), delay);
  };
  const on = (name: string, keys: string) => ({
    onMouseEnter: (event: MouseEvent<HTMLElement>) => {
      const isSoonAfter = performance.now() - lastShown.current < SKIP_MS;
      show(event.currentTarget, name, keys, isSoonAfter ? 0 : DELAY_MS);
    },
    onMouseLeave: hide,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, name, keys, 0);
    },
    onBlur: hide,
  });
  return { shown, hide, on };
}

function Tooltip({ tooltip: { shown } }: { tooltip: ReturnType<typeof useTooltip> }) {
  const sheet = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const { current } = sheet;
    const holder = current?.offsetParent?.getBoundingClientRect();
    if (!shown || !current || !holder) return;
    const button = shown.button.getBoundingClientRect();
    const middle = button.left + button.width / 2 - holder.left - current.offsetWidth / 2;
    current.style.left = `${Math.max(4, Math.min(middle, holder.width - current.offsetWidth - 4))}px`;
    current.style.top = `${button.bottom - holder.top + 6}px`;
  }, [shown]);
  if (!shown) return null;
  return (
    <span ref={sheet} className="tooltip" role="tooltip">
      {shown.name}
      {shown.keys === '' ? null : <kbd>{shown.keys}</kbd>}
    </span>
  );
}

type ToolState = { isOn: boolean | undefined; isUsable: boolean };

/** Returns the states of the tools at the cursor, by name. Updated once per frame, so that it does not slow down typing. */
function useToolStates(editor: Editor): ReadonlyMap<string, ToolState> {
  const [states, setStates] = useState(() => statesOf(editor));
  useEffect(() => {
    let frame: number | undefined;
    const look = () => {
      frame = undefined;
      const now = statesOf(editor);
      setStates((before) => (isSame(before, now) ? before : now));
    };
    const later = () => {
      frame ??= requestAnimationFrame(look);
    };
    editor.on('transaction', later);
    return () => {
      editor.off('transaction', later);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [editor]);
  return states;
}

function statesOf(editor: Editor): Map<string, ToolState> {
  return new Map(TOOLS.flat().map(({ name, isOn, isUsable }) => [name, { isOn: isOn?.(editor), isUsable: isUsable?.(editor) ?? true }]));
}

function isSame(before: ReadonlyMap<string, ToolState>, now: ReadonlyMap<string, ToolState>): boolean {
  return [...now].every(([name, { isOn, isUsable }]) => before.get(name)?.isOn === isOn && before.get(name)?.isUsable === isUsable);
}

/** Formats keys for this platform: `Ctrl+Shift+Z`, `⌘⇧Z`. */
function keysShown(keys: string): string {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  const parts = keys.split('-').map((part) => part.toUpperCase());
  const names = isMac ? { MOD: '⌘', SHIFT: '⇧', ALT: '⌥' } : { MOD: 'Ctrl', SHIFT: 'Shift', ALT: 'Alt' };
  return parts.map((part) => names[part as keyof typeof names] ?? part).join(isMac ? '' : '+');
}
