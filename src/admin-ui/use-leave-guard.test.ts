import { expect, test } from 'vitest';
import { leavesRecord } from './use-leave-guard.ts';

const at = (url: string) => {
  const { pathname, search } = new URL(url, 'http://localhost');
  return { pathname, search };
};
const here = at('/manage-tales?q=swan&tale=7&mode=edit');

test.each([
  ['/manage-tales?q=swans&sort=title&tale=7&mode=edit', false],
  ['/manage-tales?tale=7&mode=edit', false],
  ['/manage-tales?q=swan&tale=8&mode=edit', true],
  ['/manage-tales?q=swan&tale=7', true],
  ['/manage-tales?mode=new', true],
  ['/manage-users?q=swan&tale=7&mode=edit', true],
])('navigation to %s leaves the record: %s', (there, leaves) => {
  expect(leavesRecord(here, at(there))).toBe(leaves);
});
