// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { render } from '#test/dom.ts';
import { hasUnsavedChanges, leavesRecord, useLeaveGuard } from './use-leave-guard.ts';

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

test('the page has unsaved changes while a form on it has some', async () => {
  const Form = ({ isDirty }: { isDirty: boolean }) => {
    useLeaveGuard(() => isDirty);
    return null;
  };
  const forms = (...states: boolean[]) => (
    <>
      {states.map((isDirty, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the forms stay in their places
        <Form key={position} isDirty={isDirty} />
      ))}
    </>
  );
  const update = await render(forms(false, true));
  expect(hasUnsavedChanges()).toBe(true);
  await update(forms(false, false));
  expect(hasUnsavedChanges()).toBe(false);
  await update(forms(true));
  expect(hasUnsavedChanges()).toBe(true);
  await update(null);
  expect(hasUnsavedChanges()).toBe(false);
});
