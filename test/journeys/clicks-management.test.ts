import { expect } from 'vitest';
import { createFindings, openSwept, sweepPage } from './click-steps.ts';
import { journey } from './journey.ts';
import { MANAGEMENT } from './pages.ts';
import { signIn } from './users.ts';

journey('on admin pages everything that looks clickable can be clicked and reacts', { timeout: 150_000 }, async ({ open }) => {
  const page = await openSwept(open);
  await signIn(page, { role: 'admin' });
  const found = createFindings();
  for (const address of MANAGEMENT) await sweepPage(page, address, found);
  expect(found.wrong).toEqual([]);
  expect(found.reached).toBeGreaterThan(1_000);
  expect(found.pressed.Chromium.length).toBeGreaterThan(50);
});
