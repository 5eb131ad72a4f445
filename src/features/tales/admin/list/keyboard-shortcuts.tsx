import { useEffect, useEffectEvent } from 'react';

type Shortcuts = {
  /** Called with the id of the focused or open tale. */
  edit: (id: string) => void;
  select: (id: string) => void;
  create: () => void;
  /** While a form is open, only the search shortcut works. */
  isEditing: boolean;
};

const SHORTCUTS: [keys: string[], action: string][] = [
  [['↑', '↓'], 'move through the list'],
  [['Enter'], 'open the tale'],
  [['e'], 'edit the tale'],
  [['n'], 'create a tale'],
  [['x'], 'select the tale'],
  [['/'], 'search'],
];

const LIST = '.list-panel';
const SEARCH = `${LIST} input[type=search]`;

/** Keyboard shortcuts of the tale list. Keys in fields, menus and dialogs, and combinations with modifiers, are ignored. */
export function useKeyboardShortcuts(shortcuts: Shortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isForOthers(event)) return;
    if (!handle(event)) return;
    event.preventDefault();
    // The search of the header uses the same key.
    event.stopPropagation();
  });
  function handle(event: KeyboardEvent): boolean {
    if (event.key === '/') return focus(document.querySelector<HTMLElement>(SEARCH));
    if (shortcuts.isEditing) return false;
    const id = taleAt(event.target);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return moveFocus(event.key === 'ArrowDown' ? 1 : -1);
    if (event.key === 'n') shortcuts.create();
    else if (event.key === 'e' && id !== '') shortcuts.edit(id);
    else if (event.key === 'x' && id !== '') shortcuts.select(id);
    else return false;
    return true;
  }
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

/** Whether the key is input, or belongs to an open menu or dialog. */
function isForOthers({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || (target.matches(SEARCH) && key === 'ArrowDown')) return false;
  const isField = target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], .row-pop, dialog, summary') !== null;
  return isField || document.querySelector('dialog[open]') !== null;
}

/** Returns the id of the tale whose row has the focus, otherwise of the open tale; '' if there is neither. */
function taleAt(target: EventTarget | null): string {
  const row = target instanceof Element ? target.closest(`${LIST} tr`) : null;
  const button = row?.querySelector<HTMLElement>('.row-open') ?? document.querySelector<HTMLElement>(`${LIST} .row-open[aria-current]`);
  return button?.dataset.tale ?? '';
}

/** Moves the focus from row to row, and from the search to the first row. Returns false elsewhere, where arrow keys scroll. */
function moveFocus(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`${LIST} .row-open`)];
  const index = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement));
  const isInSearch = document.activeElement?.matches(SEARCH) ?? false;
  if (index === -1 && !(isInSearch && by === 1)) return false;
  return focus(rows[index === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, index + by))] ?? null);
}

function focus(element: HTMLElement | null): boolean {
  element?.focus();
  element?.scrollIntoView({ block: 'nearest' });
  return element !== null;
}

export function KeyboardShortcutsHelp() {
  return (
    <details className="keys-help">
      <summary>Keyboard shortcuts</summary>
      <dl>
        {SHORTCUTS.map(([keys, action]) => (
          <div key={action}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
