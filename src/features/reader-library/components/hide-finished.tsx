import { useSyncExternalStore } from 'react';
import { finishedTaleIds } from './finished-tales.tsx';
import { useBookshelf } from './library-store.ts';

/** Also read by before-paint.ts. */
const KEY = 'talewood.hide-finished';
const listeners = new Set<() => void>();
/** Fallback when storage is blocked. */
let chosen: boolean | undefined;

/** Returns the finished tales, whether lists hide them, and a setter. Empty during hydration. */
export function useFinishedFilter(): { finished: ReadonlySet<string>; isOn: boolean; turn: (on: boolean) => void } {
  const finished = useBookshelf(finishedTaleIds);
  return { finished, isOn: useSyncExternalStore(subscribe, isHidden, () => false), turn: setHidden };
}

function setHidden(on: boolean): void {
  chosen = on;
  try {
    if (on) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be blocked: it then lasts as long as the page.
  }
  // Removes the rules that before-paint.ts added until hydration.
  document.adoptedStyleSheets = [];
  for (const listener of listeners) listener();
}

function isHidden(): boolean {
  if (chosen !== undefined) return chosen;
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Props = { isOn: boolean; turn: (on: boolean) => void; hidden: number; isEmpty: boolean };

/** Checkbox below a list to hide finished tales, with the number hidden. */
export function HideFinished({ isOn, turn, hidden, isEmpty }: Props) {
  return (
    <div className="hide-finished">
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => turn(event.currentTarget.checked)} />
        Hide finished tales
      </label>
      <p role="status">{isOn && hidden > 0 ? hiddenText(hidden, isEmpty) : ''}</p>
    </div>
  );
}

function hiddenText(hidden: number, isEmpty: boolean): string {
  const count = `${hidden} finished ${hidden === 1 ? 'tale' : 'tales'} hidden`;
  return isEmpty ? `${count}. You have finished all tales in this list.` : count;
}
