import { useEffect, useEffectEvent, useId } from 'react';
import { Modal } from '#src/ui/modal.tsx';

type Shortcuts = {
  /** Called with the id of the focused or open tale. */
  edit: (id: string) => void;
  publish: (id: string) => void;
  select: (id: string) => void;
  /** Opens another tale of the list. */
  open: (id: string) => void;
  create: () => void;
  showHelp: () => void;
  /** While a form is open, only search and help work. */
  isEditing: boolean;
};

const SHORTCUTS: [keys: string[], action: string][] = [
  [['/'], 'Search'],
  [['n'], 'Create a tale'],
  [['↑', '↓'], 'Move through the list'],
  [['Enter'], 'Open the tale'],
  [['j', 'k'], 'Open the next or previous tale'],
  [['e'], 'Edit the tale'],
  [['p'], 'Publish the draft'],
  [['x'], 'Select the tale'],
  [['Ctrl + S'], 'Save, in the form'],
  [['Ctrl + Enter'], 'Publish, in the form'],
  [['?'], 'Show keyboard shortcuts'],
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
    if (event.key === '?') {
      shortcuts.showHelp();
      return true;
    }
    if (shortcuts.isEditing) return false;
    if (event.key === 'j' || event.key === 'k') return openNeighbour(event.key === 'j' ? 1 : -1);
    const id = taleAt(event.target);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return moveFocus(event.key === 'ArrowDown' ? 1 : -1);
    if (event.key === 'n') shortcuts.create();
    else if (event.key === 'e' && id !== '') shortcuts.edit(id);
    else if (event.key === 'p' && id !== '') shortcuts.publish(id);
    else if (event.key === 'x' && id !== '') shortcuts.select(id);
    else return false;
    return true;
  }
  /** Opens the tale after or before the open one, otherwise the first. */
  function openNeighbour(by: 1 | -1): boolean {
    const rows = [...document.querySelectorAll<HTMLElement>(`${LIST} .row-open`)];
    const index = rows.findIndex((row) => row.ariaCurrent === 'true');
    const row = index === -1 ? neighbour(rows, -1, 1) : neighbour(rows, index, by);
    if (row?.dataset.tale === undefined) return false;
    row.scrollIntoView({ block: 'nearest' });
    shortcuts.open(row.dataset.tale);
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
  if (row?.matches('.is-removed')) return '';
  const button = row?.querySelector<HTMLElement>('.row-open') ?? document.querySelector<HTMLElement>(`${LIST} .row-open[aria-current]`);
  return button?.dataset.tale ?? '';
}

/** Moves the focus from row to row, and from the search to the first row. Returns false elsewhere, where arrow keys scroll. */
function moveFocus(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`${LIST} .row-open`)];
  const index = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement));
  const isInSearch = document.activeElement?.matches(SEARCH) ?? false;
  if (index === -1 && !(isInSearch && by === 1)) return false;
  return focus(neighbour(rows, index, by) ?? rows[index] ?? null);
}

/** Returns the row after or before the one at `index`. Removed rows, which keep their places, are skipped. */
function neighbour(rows: readonly HTMLElement[], index: number, by: 1 | -1): HTMLElement | undefined {
  const others = by === 1 ? rows.slice(index + 1) : rows.slice(0, index).toReversed();
  return others.find((row) => row.closest('.is-removed') === null);
}

function focus(element: HTMLElement | null): boolean {
  element?.focus();
  element?.scrollIntoView({ block: 'nearest' });
  return element !== null;
}

/** Dialog with all shortcuts of the page. */
export function KeyboardShortcutsHelp({ onClose }: { onClose: () => void }) {
  const id = useId();
  return (
    <Modal className="dialog" aria-labelledby={id} onCancel={onClose}>
      <div className="dialog-sheet">
        <h2 id={id}>Keyboard shortcuts</h2>
        <dl className="keys-list">
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
        <div className="dialog-end">
          <button type="button" className="btn btn-line" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Modal>
  );
}
