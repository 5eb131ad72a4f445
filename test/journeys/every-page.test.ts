import { expect } from 'vitest';
import { journey } from './journey.ts';
import { checkPages } from './page-checks.ts';
import { READER_PAGES } from './pages.ts';

journey('pages of readers load, fit, are accessible and react to clicks', async ({ open }) => {
  const { problems, controls, pressed } = await checkPages(open, READER_PAGES);
  expect(problems).toEqual([]);
  expect(controls).toBeGreaterThan(2_000);
  expect(pressed.Chromium.length).toBeGreaterThan(100);
});
