/** Keeps the screen on while reading (Screen Wake Lock API). */
import { useEffect, useSyncExternalStore } from 'react';

/** `refused`: by the browser, for example on low battery; requested again when the page becomes visible. */
export type WakeLockState = 'off' | 'on' | 'refused' | 'impossible';

const listeners = new Set<() => void>();
let state: WakeLockState = 'off';

export function useWakeLockState(): WakeLockState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => 'off',
  );
}

/** Requests the lock, again whenever the page becomes visible. Returns a function to release it. */
export function holdWakeLock(): () => void {
  let isOver = false;
  let lock: WakeLockSentinel | null = null;

  async function request(): Promise<void> {
    if (isOver || document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
    if (!('wakeLock' in navigator)) return setState('impossible');
    try {
      const given = await navigator.wakeLock.request('screen');
      if (isOver) return await given.release();
      lock = given;
      // The browser releases it when the page is hidden, or at any other time.
      given.addEventListener('release', () => !isOver && setState('off'));
      setState('on');
    } catch {
      if (!isOver) setState('refused');
    }
  }

  document.addEventListener('visibilitychange', request);
  void request();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', request);
    void lock?.release().catch(() => undefined);
    setState('off');
  };
}

function setState(next: WakeLockState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Keeps the screen on while mounted. */
export function KeepScreenOn() {
  useEffect(holdWakeLock, []);
  return null;
}
