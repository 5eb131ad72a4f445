// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { setCurrentUser } from '#src/api-client/current-user.ts';
import { all, get, nameOf, press, until } from '#test/dom.ts';
import { go, openSite } from '#test/open-site.tsx';
import { EMPTY_HOME } from '#test/site-data.ts';

const DARK = {
  slug: 'dark',
  name: 'Dark',
  description: 'Wolves',
  colour: '#333333',
  coverImage: '/art/dark.svg',
  count: 0,
  tales: [],
  next: null,
};
const API = { home: async () => EMPTY_HOME, listCategories: async () => [], getCategory: async () => DARK };
const bar = () => document.querySelector('header') as HTMLElement;
const current = () =>
  all('link')
    .filter((link) => bar().querySelector('nav')?.contains(link) && link.hasAttribute('aria-current'))
    .map((link) => `${nameOf(link)}: ${link.getAttribute('aria-current')}`);

async function signIn(person: Parameters<typeof setCurrentUser>[0]): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json({ person, settings: {} }));
  await act(async () => setCurrentUser(person));
}

afterEach(async () => {
  await signIn(null);
  vi.unstubAllGlobals();
});

test('pages have a top bar and a footer; pages for login have only the skip link', async () => {
  const router = await openSite('/', API);
  expect([bar().className, document.querySelector('footer') !== null]).toEqual(['bar forest', true]);
  await go(router, '/login');
  await until(() => expect(document.querySelector('h1')?.textContent).toBe('Login'));
  expect(document.querySelector('.shell > header, .shell > footer')).toBeNull();
  expect(get('link', 'Skip to the page').getAttribute('href')).toBe(`#${document.querySelector('main')?.id}`);
});

test('the navigation marks the current page, the list that a page belongs to, and nothing on an unknown page', async () => {
  const router = await openSite('/', API);
  expect(current()).toEqual(['Home: page']);
  await go(router, '/categories');
  expect(current()).toEqual(['Categories: page']);
  await go(router, '/categories/dark');
  expect(current()).toEqual(['Categories: true']);
  await go(router, '/categories/dark/wolves');
  expect(current()).toEqual([]);
});

test('visitors are offered the login with the way back; users get a menu with their name', async () => {
  await signIn(null);
  await openSite('/categories', API);
  const login = () => all('link', 'Login').filter((link) => link.closest('.bar-person'));
  expect(login().map((link) => link.getAttribute('href'))).toEqual(['/login?next=%2Fcategories']);
  await signIn({ name: 'Gerda', email: 'gerda@t.example', role: 'user' });
  expect([login(), bar().querySelector('.name-menu bdi')?.textContent]).toEqual([[], 'Gerda']);
  expect(bar().innerHTML).not.toContain('/manage-tales');
  await signIn({ name: 'Gerda', email: 'gerda@t.example', role: 'admin' });
  expect(bar().innerHTML).toContain('/manage-tales');
});

test('a slash focuses the search, except in text fields', async () => {
  await openSite('/categories', API);
  expect(await press('/')).toBe(false);
  const field = document.activeElement as HTMLElement;
  expect([field.tagName, field.getAttribute('role')]).toEqual(['INPUT', 'combobox']);
  expect(await press('/')).toBe(true);
  await act(async () => field.blur());
  expect(await press('Ctrl+/')).toBe(true);
});
