/** How quickly work goes on, from what two looks at it have seen. By the clock of this device alone: that of the server may be another. */
import type { ImportProgress } from '../contract.ts';

/** A look: when, in ms, which part was done, 0 to 1, and how many tales had been found. */
export type Look = { at: number; share: number; tales: number };
/** `perSecond`: tales. `left`: seconds. Both null while too little has been seen. */
export type Pace = { perSecond: number | null; left: number | null };

/** Before that a figure would jump about. */
const SOON_MS = 1_500;

/** Which part of the work is done, 0 to 1: by bytes, as small files are many. */
export function shareOf({ bytes, bytes_done, files, files_done }: ImportProgress): number {
  const [all, done] = bytes > 0 ? [bytes, bytes_done] : [files, files_done];
  return all > 0 ? Math.min(1, done / all) : 0;
}

export function paceOf(first: Look, now: Look): Pace {
  const ms = now.at - first.at;
  if (ms < SOON_MS) return { perSecond: null, left: null };
  const share = now.share - first.share;
  const left = share > 0 ? ((1 - now.share) / share) * (ms / 1000) : null;
  return { perSecond: Math.max(0, now.tales - first.tales) / (ms / 1000), left };
}

/** "20 tales a second, about 2 minutes left"; blank where nothing is known. */
export function paceWords({ perSecond, left }: Pace): string {
  const rate = perSecond === null || perSecond < 0.5 ? [] : [`${Math.round(perSecond).toLocaleString('en-GB')} tales a second`];
  const words = [...rate, ...(left === null ? [] : [`${spanWords(left)} left`])].join(', ');
  return words.replace(/^1 tales/, '1 tale');
}

/** 90 → "about 2 minutes": rounded up, and coarser the longer it is. */
function spanWords(seconds: number): string {
  if (seconds <= 5) return 'a few seconds';
  if (seconds <= 55) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'about an hour' : `about ${hours} hours`;
}
