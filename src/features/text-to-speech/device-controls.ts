import { afterNextFrame } from '#src/ui/next-frame.ts';
import type { Theme } from '#src/ui/theme.ts';
import type { CurrentTale } from './current-tale.ts';

/** Media keys, wake lock and candlelight theme during playback. */
export type DeviceControls = {
  showTale: (tale: CurrentTale) => void;
  /** Also keeps the screen on while playing. */
  setPlaying: (isGoing: boolean) => void;
  setBedtime: (isBedtime: boolean) => void;
  stop: () => void;
};

export function startDeviceControls(act: (action: MediaAction) => void): DeviceControls {
  const media = startMediaSession(act);
  const { dataset } = document.documentElement;
  dataset.listening = '';
  return {
    showTale: ({ title, author, coverImage }) => media.show({ title, author: author.name, cover: coverImage }),
    setPlaying(isGoing) {
      media.setPlaying(isGoing);
      void keepScreenOn(isGoing);
    },
    setBedtime: (isBedtime) => afterNextFrame(isBedtime ? enterCandlelight : restoreTheme),
    stop() {
      media.stop();
      afterNextFrame(restoreTheme);
      void keepScreenOn(false);
      delete dataset.listening;
    },
  };
}

const CANDLE: Theme = 'candlelight';

let previousTheme: string | undefined;

export function enterCandlelight(): void {
  const { dataset } = document.documentElement;
  if (previousTheme !== undefined || dataset.theme === CANDLE) return;
  previousTheme = dataset.theme ?? 'paper';
  dataset.theme = CANDLE;
}

/** Restores the theme unless the reader has chosen another one since. */
export function restoreTheme(): void {
  const { dataset } = document.documentElement;
  if (previousTheme !== undefined && dataset.theme === CANDLE) dataset.theme = previousTheme;
  previousTheme = undefined;
}

let lock: WakeLockSentinel | null = null;
let isWanted = false;

/** Keeps the screen on, on devices that support it. */
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
    // Refused, for example on low battery.
  }
}

/**
 * The keys and screens of the device that control what plays (Media Session API). Speech alone does not count as playing: so a silence of our
 * own making plays along, in a loop.
 */

/** Browsers show no controls for shorter sounds. */
const SECONDS = 6;
const SAMPLES_A_SECOND = 3_000;

export type MediaControls = {
  show: (tale: { title: string; author: string; cover: string }) => void;
  setPlaying: (isPlaying: boolean) => void;
  stop: () => void;
};

export type MediaAction = 'play' | 'pause' | 'previous' | 'next';

export function startMediaSession(act: (action: MediaAction) => void): MediaControls {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null;
  if (session === null) return { show: () => {}, setPlaying: () => {}, stop: () => {} };
  const actions = { play: 'play', pause: 'pause', stop: 'pause', previoustrack: 'previous', nexttrack: 'next' } as const;
  const keys = Object.keys(actions) as (keyof typeof actions)[];
  for (const key of keys) session.setActionHandler(key, () => act(actions[key]));
  const address = URL.createObjectURL(new Blob([silence()], { type: 'audio/wav' }));
  const audio = new Audio(address);
  audio.loop = true;
  return {
    show({ title, author, cover }) {
      const album = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';
      session.metadata = new MediaMetadata({ title, artist: author, album, artwork: [{ src: cover }] });
    },
    setPlaying(isPlaying) {
      session.playbackState = isPlaying ? 'playing' : 'paused';
      // Refused without user interaction; other controls still work.
      if (isPlaying) audio.play().catch(() => {});
      else audio.pause();
    },
    stop() {
      audio.pause();
      audio.removeAttribute('src');
      URL.revokeObjectURL(address);
      for (const key of keys) session.setActionHandler(key, null);
      session.metadata = null;
      session.playbackState = 'none';
    },
  };
}

/** Returns a silent WAV file (RIFF, PCM, 8 bit, mono). */
function silence(): ArrayBuffer {
  const samples = SECONDS * SAMPLES_A_SECOND;
  const file = new DataView(new ArrayBuffer(44 + samples));
  const words = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) file.setUint8(at + index, letter.charCodeAt(0));
  };
  words(0, 'RIFF');
  file.setUint32(4, 36 + samples, true);
  words(8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, SAMPLES_A_SECOND, true);
  file.setUint32(28, SAMPLES_A_SECOND, true);
  file.setUint16(32, 1, true);
  file.setUint16(34, 8, true);
  words(36, 'data');
  file.setUint32(40, samples, true);
  // Silence is 128 in unsigned 8-bit samples.
  for (let at = 0; at < samples; at += 1) file.setUint8(44 + at, 128);
  return file.buffer as ArrayBuffer;
}
