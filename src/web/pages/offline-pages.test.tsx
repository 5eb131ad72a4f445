// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { until } from '#test/dom.ts';
import { openSite } from '#test/open-site.tsx';

const main = () => document.querySelector('main') as HTMLElement;
const notice = () => main().querySelector('.not-here[role=status]');

/** Opens the page where nothing can be stored: Happy DOM has no service workers. */
async function open(query: string): Promise<void> {
  await openSite(`/offline${query}`, { listPacks: async () => [] });
  await until(() => expect(main().textContent).toContain('This browser cannot save tales.'));
}

test('the offline page says that the requested page is not available, and links to it to try again', async () => {
  await open('?from=%2Ftales%3Fq%3Dfrog');
  expect(notice()?.textContent).toContain('That page is not available offline.');
  expect(notice()?.querySelector('a')?.getAttribute('href')).toBe('/tales?q=frog');
});

test.each(['', '?from=%2F%2Fevil.example', '?from=https%3A%2F%2Fevil.example', '?from=%2F%5Cevil.example'])(
  'with the query "%s" there is nothing to try again',
  async (query) => {
    await open(query);
    expect(notice()).toBeNull();
  },
);
