import { expect } from 'vitest';
import { nothingFound, openSwept, sweepPage } from './click-steps.ts';
import { journey } from './journey.ts';
import { signIn } from './people.ts';
import { MANAGEMENT } from './places.ts';

journey('on management pages everything that looks clickable is reached, and does something', { timeout: 150_000 }, async ({ open }) => {
  const page = await openSwept(open);
  await signIn(page, { role: 'admin' });
  const found = nothingFound();
  for (const address of MANAGEMENT) await sweepPage(page, address, found);
  expect(found.wrong).toEqual([]);
  expect(found.reached).toBeGreaterThan(1_000);
  expect(found.pressed.Chromium.length).toBeGreaterThan(50);
});
