import { formatCount } from '#src/ui/wording.ts';

/** The promise above the headline: the real number of tales, rounded down to a hundred from a hundred on. */
export function talesPromise(count: number): string {
  if (count >= 100) return `Over ${formatCount(Math.floor(count / 100) * 100)} tales from classic authors`;
  if (count > 0) return `${count} ${count === 1 ? 'tale' : 'tales'} from classic authors`;
  return 'Tales from classic authors';
}
