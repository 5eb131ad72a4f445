/**
 * The keys and screens of the device that control what plays (Media Session API). Speech alone does not count as playing: so a silence of our
 * own making plays along, in a loop.
 */

/** Shorter sounds get no controls. */
const SECONDS = 6;
const SAMPLES_A_SECOND = 3_000;

export type MediaKeys = {
  show: (tale: { title: string; author: string; cover: string }) => void;
  setPlaying: (isPlaying: boolean) => void;
  stop: () => void;
};

export type MediaDeed = 'play' | 'pause' | 'previous' | 'next';

export function startMediaKeys(act: (deed: MediaDeed) => void): MediaKeys {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null;
  if (session === null) return { show: () => {}, setPlaying: () => {}, stop: () => {} };
  const deeds = { play: 'play', pause: 'pause', stop: 'pause', previoustrack: 'previous', nexttrack: 'next' } as const;
  const keys = Object.keys(deeds) as (keyof typeof deeds)[];
  for (const key of keys) session.setActionHandler(key, () => act(deeds[key]));
  const address = URL.createObjectURL(new Blob([silence()], { type: 'audio/wav' }));
  const audio = new Audio(address);
  audio.loop = true;
  return {
    show({ title, author, cover }) {
      session.metadata = new MediaMetadata({ title, artist: author, album: 'Talewood', artwork: [{ src: cover }] });
    },
    setPlaying(isPlaying) {
      session.playbackState = isPlaying ? 'playing' : 'paused';
      // Refused without a tap: the keys of the keyboard and the screen still work.
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

/** A WAV file (RIFF, PCM, 8 bits, mono) in which nothing is to be heard. */
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
  // Eight bits have their silence in the middle.
  for (let at = 0; at < samples; at += 1) file.setUint8(44 + at, 128);
  return file.buffer as ArrayBuffer;
}
