import type { Editor } from '@tiptap/core';
import { type FocusEvent, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import { keysShown, type Opens, TOOLS, type Tool } from '../writing/tools.ts';
import { ToolIcon } from './tool-icon.tsx';
import { Tooltip, useTooltip } from './tooltip.tsx';
import { type ToolState, useToolStates } from './use-tool-states.ts';

type Props = {
  editor: Editor;
  bar: Ref<HTMLDivElement>;
  /** False in source and preview mode. */
  isUsable: boolean;
  open: (what: Opens) => void;
  children: ReactNode;
};

/** The toolbar, with one tab stop and arrow keys (ARIA Authoring Practices). */
export function Toolbar({ editor, bar, isUsable, open, children }: Props) {
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
            {group.map((tool) => (
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
