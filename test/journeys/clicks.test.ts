import { expect } from 'vitest';
import { nothingFound, openSwept, sweepPage } from './click-steps.ts';
import { journey } from './journey.ts';
import { LINKS, PLACES } from './places.ts';

journey('on public pages everything that looks clickable is reached, and does something', { timeout: 150_000 }, async ({ open }) => {
  const page = await openSwept(open);
  const found = nothingFound();
  for (const { address } of [...PLACES, ...LINKS]) await sweepPage(page, address, found);
  expect(found.wrong).toEqual([]);
  expect(found.reached).toBeGreaterThan(2_000);
  expect(found.pressed.Chromium.length).toBeGreaterThan(100);
});
