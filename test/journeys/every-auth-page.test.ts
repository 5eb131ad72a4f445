import { expect } from 'vitest';
import { journey } from './journey.ts';
import { checkPages } from './page-checks.ts';
import { AUTH_PAGES, ERROR_PAGES } from './pages.ts';

journey('pages of login and registration, and error pages, load, fit, are accessible and react to clicks', async ({ open }) => {
  const { problems, controls, pressed } = await checkPages(open, [...AUTH_PAGES, ...ERROR_PAGES]);
  expect(problems).toEqual([]);
  expect(controls).toBeGreaterThan(500);
  expect(pressed.Chromium.length).toBeGreaterThan(30);
});
