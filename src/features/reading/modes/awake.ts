/** Keeps the screen on while a tale is read (Screen Wake Lock). Whether it is truly kept on can be asked. Browser-safe. */
import { useSyncExternalStore } from 'react';

/** `refused`: by the browser, as when the battery is low; asked for again when the page comes back into sight. */
export type Awake = 'off' | 'on' | 'refused' | 'impossible';

const listeners = new Set<() => void>();
let state: Awake = 'off';

export function useAwake(): Awake {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => 'off',
  );
}

/** Returns the end of it. */
export function keepAwake(): () => void {
  let isOver = false;
  let lock: WakeLockSentinel | null = null;

  async function ask(): Promise<void> {
    if (isOver || document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
    if (!('wakeLock' in navigator)) return become('impossible');
    try {
      const given = await navigator.wakeLock.request('screen');
      if (isOver) return await given.release();
      lock = given;
      // The browser takes it back when the page is hidden, and whenever it likes.
      given.addEventListener('release', () => !isOver && become('off'));
      become('on');
    } catch {
      if (!isOver) become('refused');
    }
  }

  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release().catch(() => undefined);
    become('off');
  };
}

function become(next: Awake): void {
  state = next;
  for (const listener of listeners) listener();
}
