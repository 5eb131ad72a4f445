import { useEffect, useEffectEvent } from 'react';

type Keys = {
  /** The tale that the focus is at, or the open one; blank for none. */
  edit: (id: string) => void;
  pick: (id: string) => void;
  create: () => void;
  /** A form is open: only the search listens then. */
  isWriting: boolean;
};

const LIST = '.list-panel';
const SEARCH = `${LIST} input[type=search]`;

/** The keys of the page. They are for no field, no menu and no dialog, and none is taken that the browser needs. */
export function useListKeys(keys: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isElsewhere(event)) return;
    if (!act(event)) return;
    event.preventDefault();
    // The search of the bar above listens to the same key.
    event.stopPropagation();
  });
  function act(event: KeyboardEvent): boolean {
    if (event.key === '/') return focusOn(document.querySelector<HTMLElement>(SEARCH));
    if (keys.isWriting) return false;
    const id = taleAt(event.target);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return step(event.key === 'ArrowDown' ? 1 : -1);
    if (event.key === 'n') keys.create();
    else if (event.key === 'e' && id !== '') keys.edit(id);
    else if (event.key === 'x' && id !== '') keys.pick(id);
    else return false;
    return true;
  }
  useEffect(() => {
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
}

/** Where keys are letters, or belong to something that is open. */
function isElsewhere({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || (target.matches(SEARCH) && key === 'ArrowDown')) return false;
  const isField = target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], .row-pop, dialog, summary') !== null;
  return isField || document.querySelector('dialog[open]') !== null;
}

/** The row that the focus is in, else the open one. */
function taleAt(target: EventTarget | null): string {
  const row = target instanceof Element ? target.closest(`${LIST} tr`) : null;
  const button = row?.querySelector<HTMLElement>('.row-open') ?? document.querySelector<HTMLElement>(`${LIST} .row-open[aria-current]`);
  return button?.dataset.tale ?? '';
}

/** From row to row; to the first one from the search. */
function step(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`${LIST} .row-open`)];
  const at = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement));
  const isSearching = document.activeElement?.matches(SEARCH) ?? false;
  // From elsewhere on the page arrows scroll, as ever.
  if (at === -1 && !(isSearching && by === 1)) return false;
  return focusOn(rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))] ?? null);
}

function focusOn(element: HTMLElement | null): boolean {
  element?.focus();
  element?.scrollIntoView({ block: 'nearest' });
  return element !== null;
}
