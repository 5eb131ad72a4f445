/** Figures as people read them. */
import { formatCount } from '#src/ui/wording.ts';

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** 12_300_000 → "12.3 MB"; steps of a thousand, as disks are sold. */
export function bytesOf(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1_000 ** step;
  return `${step === 0 || size >= 100 ? formatCount(Math.round(size)) : size.toFixed(1)} ${UNITS[step]}`;
}

/** Seconds as the two largest parts of a duration: "3 days 4 hours", "12 seconds". */
export function durationOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'day'],
    [Math.floor(whole / 3_600) % 24, 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 seconds';
  const said = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return said.map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`).join(' ');
}

/** How long ago an ISO time was at `now`, another one: "3 days ago", "just now". */
export function ageOf(time: string, now: string): string {
  const seconds = (Date.parse(now) - Date.parse(time)) / 1_000;
  if (seconds < 60) return 'just now';
  const [count, name] =
    seconds < 3_600 ? [seconds / 60, 'minute'] : seconds < 172_800 ? [seconds / 3_600, 'hour'] : [seconds / 86_400, 'day'];
  return `${Math.floor(count)} ${name}${Math.floor(count) === 1 ? '' : 's'} ago`;
}

/** Whether a time was more than so many hours before `now`; no time at all was long ago. */
export function isOlder(time: string | null, now: string, hours: number): boolean {
  return time === null || Date.parse(now) - Date.parse(time) > hours * 3_600_000;
}
