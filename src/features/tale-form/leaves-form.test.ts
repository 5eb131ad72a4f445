import { expect, test } from 'vitest';
import { leavesForm } from './leaves-form.ts';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://localhost');
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
])('to %s: %s', (there, leaves) => {
  expect(leavesForm(here, at(there))).toBe(leaves);
});
