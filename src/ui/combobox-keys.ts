export type ComboKey = 'ArrowDown' | 'ArrowUp' | 'Alt+ArrowDown';

/** Where a key leads among `count` options; -1 is the text itself, which lies between the last option and the first. */
export function nextActive(active: number, key: ComboKey, count: number): number {
  if (key === 'Alt+ArrowDown') return -1;
  const step = key === 'ArrowDown' ? 1 : -1;
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
}
