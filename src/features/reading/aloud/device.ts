import { afterPaint } from '#src/ui/after-paint.ts';
import { dimLight, keepScreenOn, restoreLight } from './bedtime-light.ts';
import { type MediaDeed, startMediaKeys } from './media-keys.ts';
import type { TaleHere } from './tale-here.ts';

/** The device around the reading: its keys for media, its screen, and the light of the page. */
export type Device = {
  showTale: (tale: TaleHere) => void;
  /** It is being read, or not: the screen stays on meanwhile. */
  setGoing: (isGoing: boolean) => void;
  setBedtime: (isBedtime: boolean) => void;
  stop: () => void;
};

export function startDevice(act: (deed: MediaDeed) => void): Device {
  const media = startMediaKeys(act);
  const { dataset } = document.documentElement;
  dataset.listening = '';
  return {
    showTale: ({ title, author, coverImage }) => media.show({ title, author: author.name, cover: coverImage }),
    setGoing(isGoing) {
      media.setPlaying(isGoing);
      void keepScreenOn(isGoing);
    },
    setBedtime: (isBedtime) => afterPaint(isBedtime ? dimLight : restoreLight),
    stop() {
      media.stop();
      afterPaint(restoreLight);
      void keepScreenOn(false);
      delete dataset.listening;
    },
  };
}
