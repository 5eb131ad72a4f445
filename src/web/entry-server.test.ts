// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { EMPTY_HOME } from '#test/site-data.ts';
import type { Api } from './api.ts';
import { renderPage } from './entry-server.tsx';

const FILES = { app: [], first: '', styles: [], guideStyles: [], modules: {} };
const api = { home: async () => EMPTY_HOME, listCategories: async () => [] } as Partial<Api> as Api;

async function render(href: string, name = 'Talewood'): Promise<Document> {
  const site = { name, isNewsletterDisabled: false };
  const { html } = await renderPage(href, { api, publicUrl: 'https://tales.example', files: FILES, now: '2026-11-28T20:00:00Z', site });
  return new DOMParser().parseFromString(html, 'text/html');
}

const linksOf = (page: Document) => ({
  login: page.querySelector('.bar-person a')?.getAttribute('href'),
  current: page.querySelector('.bar-nav [aria-current]')?.textContent,
  name: page.querySelector('.brand span')?.textContent,
});

test('the top bar, which is rendered once for many pages, leads back to each of them', async () => {
  const name = '{login} $& "href="{register}"';
  for (const round of [1, 2]) {
    expect(linksOf(await render('/none-1')), String(round)).toEqual({ login: '/login?next=%2F-', current: undefined, name: 'Talewood' });
    expect(linksOf(await render('/categories'))).toEqual({ login: '/login?next=%2Fcategories', current: 'Categories', name: 'Talewood' });
    expect(linksOf(await render('/', name))).toEqual({ login: '/login', current: 'Home', name });
  }
});
