/** The light of bedtime: the page by candle, without changing the colour that the reader has chosen; and the screen, which stays awake. */
import type { Theme } from '#src/ui/theme.ts';

const CANDLE: Theme = 'candlelight';

let before: string | undefined;

export function dimLight(): void {
  const { dataset } = document.documentElement;
  if (before !== undefined || dataset.theme === CANDLE) return;
  before = dataset.theme ?? 'paper';
  dataset.theme = CANDLE;
}

/** As it was, unless the reader has chosen another colour meanwhile. */
export function restoreLight(): void {
  const { dataset } = document.documentElement;
  if (before !== undefined && dataset.theme === CANDLE) dataset.theme = before;
  before = undefined;
}

let lock: WakeLockSentinel | null = null;
let isWanted = false;

/** The screen stays on while it is read to someone, and may go off afterwards. Devices that know no such thing do as they like. */
export async function keepScreenOn(isOn: boolean): Promise<void> {
  isWanted = isOn;
  if (!isOn) {
    const held = lock;
    lock = null;
    await held?.release().catch(() => {});
    return;
  }
  if (!('wakeLock' in navigator) || (lock !== null && !lock.released) || document.visibilityState !== 'visible') return;
  try {
    const got = await navigator.wakeLock.request('screen');
    if (isWanted) lock = got;
    else await got.release();
  } catch {
    // A battery that is low refuses.
  }
}
