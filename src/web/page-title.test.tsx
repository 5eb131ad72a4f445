// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { all, click, until } from '#test/dom.ts';
import { go, openSite } from '#test/open-site.tsx';
import { EMPTY_LIST, TALE } from '#test/site-data.ts';
import { pageTitle } from './page-title.ts';

const API = { getTale: async () => TALE, listCategories: async () => [], listTales: async () => EMPTY_LIST };
const canonical = () => document.querySelector('link[rel=canonical]')?.getAttribute('href')?.replace(location.origin, '');
const focused = () => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`;
const head = () => [document.title, canonical()];

test('navigation changes the title and the canonical URL, and moves the focus to the heading, also with Back', async () => {
  await openSite('/tale/rapunzel', API);
  expect([head(), document.activeElement]).toEqual([['As sent', '/as-sent'], document.body]);
  await click(all('link', 'Categories')[0] as Element);
  await until(() => expect(focused()).toBe('H1 Categories'));
  expect(head()).toEqual(['Categories · Talewood', '/categories']);
  await act(async () => history.back());
  await until(() => expect(focused()).toBe('H1 Rapunzel'));
  expect(head()).toEqual(['Rapunzel · Talewood', '/tale/rapunzel']);
});

test('another query of the same page changes the title and the canonical URL, but not the focus', async () => {
  const router = await openSite('/tales', API);
  const field = all('combobox')[0] as HTMLElement;
  await act(async () => field.focus());
  await go(router, '/tales?q=frog');
  await until(() => expect(head()).toEqual(['Tales about “frog” · Talewood', '/tales?q=frog']));
  expect(document.activeElement).toBe(field);
});

test('a fragment of another page does not move the focus to the heading', async () => {
  const router = await openSite('/tale/rapunzel', API);
  await go(router, '/categories#dark');
  await until(() => expect(document.title).toBe('Categories · Talewood'));
  expect(document.activeElement).toBe(document.body);
});

test('the contact form has one canonical URL, whatever the message is about', async () => {
  const router = await openSite('/tale/rapunzel', API);
  await go(router, '/contact?tale=rapunzel');
  await until(() => expect(head()).toEqual(['Contact · Talewood', '/contact']));
});

test.each([
  ['tale', { problem: 404 }, 'Tale Not Found'],
  ['author', { problem: 404 }, 'Page not found'],
  ['tales', { problem: 400 }, 'Invalid link'],
  ['category', { ok: { name: 'Dark' } }, 'Dark tales'],
  ['author', { ok: { name: 'Aesop' } }, 'Aesop'],
  [undefined, undefined, 'Page not found'],
] as const)('the title of %s with %j', (page, data, title) => {
  expect(pageTitle(page, data, 'Old Barn')).toBe(`${title} · Old Barn`);
});
