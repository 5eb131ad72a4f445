import { expect } from 'vitest';
import { createFindings, openSwept, sweepPage } from './click-steps.ts';
import { journey } from './journey.ts';
import { LINKS, PAGES } from './pages.ts';

journey('on public pages everything that looks clickable can be clicked and reacts', { timeout: 150_000 }, async ({ open }) => {
  const page = await openSwept(open);
  const found = createFindings();
  for (const { address } of [...PAGES, ...LINKS]) await sweepPage(page, address, found);
  expect(found.wrong).toEqual([]);
  expect(found.reached).toBeGreaterThan(2_000);
  expect(found.pressed.Chromium.length).toBeGreaterThan(100);
});
