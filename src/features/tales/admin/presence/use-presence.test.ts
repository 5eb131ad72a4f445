import { expect, test } from 'vitest';
import { createVersionFilter } from './use-presence.ts';

test('the first version is the current one; later ones are reported once, also those saved while disconnected', () => {
  const heard: number[] = [];
  const onVersion = createVersionFilter(({ version }) => heard.push(version));
  for (const version of [3, 3, 4, 4, 6, 5]) onVersion({ version, edited_by: 'Kay', is_me: false });
  expect(heard).toEqual([4, 6]);
});
