import { expect } from 'vitest';
import { journey, visit, waitForPage } from './journey.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { createUser, logIn, logOut, nameInHeader, PASSWORD } from './users.ts';

journey('logging in and out updates other tabs', async ({ open }) => {
  const user = await createUser();
  const one = await open();
  const other = await one.context().newPage();
  await visit(other, '/tales');
  await logIn(one, user);
  await nameInHeader(other, user.name).waitFor();
  await logOut(one);
  await other.locator('.signed-out').getByRole('link', { name: 'Login' }).waitFor();
});

journey('a login before the scripts have loaded also updates other tabs', async ({ open }) => {
  const user = await createUser();
  const one = await open();
  const other = await one.context().newPage();
  await visit(other, '/tales');
  await visit(one, '/login');
  await one.getByLabel('Email').fill(user.email);
  await one.getByLabel('Password', { exact: true }).fill(PASSWORD);
  // Without the event that the script handles.
  await one.locator('form', { has: one.getByLabel('Email') }).evaluate((form: HTMLFormElement) => form.submit());
  await nameInHeader(other, user.name).waitFor();
});

journey('after logging out, going back shows no personal data', async ({ open }) => {
  const user = await createUser({ name: 'Gerda of the North' });
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await logIn(page, user);
  await visit(page, '/profile');
  await waitForPage(page, '**/profile', 'Profile');
  await logOut(page);
  await page.goBack();
  await waitForPage(page, '**/login?next=%2Fprofile', 'Login');
  expect(await page.content()).not.toContain('Gerda of the North');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }))).not.toContain('Gerda');
});
