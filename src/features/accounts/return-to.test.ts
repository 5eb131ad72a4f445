import { expect, test } from 'vitest';
import { PERSONAL_PAGES, PUBLIC_PAGES } from '#src/page-paths.ts';
import { fc } from '#test/fast-check.ts';
import { returnTo } from './return-to.ts';

test.each([
  ['/', '/'],
  ['/tale/the-frog-king', '/tale/the-frog-king'],
  ['/tales?q=golden+hair&category=dark', '/tales?q=golden+hair&category=dark'],
  ['/tales?q=%2F%2Fevil.example', '/tales?q=%2F%2Fevil.example'],
  ['/profile#devices', '/profile'],
  ['/manage-tales', '/manage-tales'],
])('%s leads to %s', (wanted, expected) => {
  expect(returnTo(wanted)).toBe(expected);
});

const SAMPLES: Record<string, string> = { ':slug': 'the-frog-king', ':day{\\d{4}-\\d\\d-\\d\\d}': '2026-11-22' };
const sampleOf = (path: string) => path.replace(/:.+$/, (parameter) => SAMPLES[parameter] ?? '');

test('every page but the gates is come back to, with its query', () => {
  const pages = Object.entries({ ...PUBLIC_PAGES, ...PERSONAL_PAGES });
  expect(pages.length).toBeGreaterThan(50);
  for (const [path, asks] of pages) {
    const page = sampleOf(path);
    expect(returnTo(page), page).toBe(asks === 'gate' ? '/' : page);
    expect(returnTo(`${page}?minutes=15`), page).toBe(asks === 'gate' ? '/' : `${page}?minutes=15`);
  }
});

test.each([
  'https://evil.example/tales',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2F/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /tales',
  'tales',
  'javascript:alert(1)',
  '/tales/../logout',
  '/logout',
  '/login',
  '/api/v1/me',
  '/verify?token=x',
  '/tale/a/b',
  '/TALES',
  '/tales/',
  '/tale/%2e%2e',
  '//tales',
  '/./tales//',
  '/@evil.example',
  '/tales\u0000',
  `/tales?q=${'x'.repeat(1_000)}`,
  '',
  undefined,
  null,
  ['/tales'],
])('%j leads home', (wanted) => {
  expect(returnTo(wanted)).toBe('/');
});

test('whatever is asked for, the answer stays on this site and is a page of it', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '%', '2f', '5c', 'tales', 'tale', 'evil.example', '\t', ' ', 'https'),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        nasty,
        fc.string(),
        fc.webUrl(),
        nasty.map((tail) => `/${tail}`),
      ),
      (wanted) => {
        const path = returnTo(wanted);
        const resolved = new URL(path, 'https://tales.example');
        expect(resolved.origin).toBe('https://tales.example');
        expect(resolved.href).toBe(`https://tales.example${path}`);
        expect(returnTo(path)).toBe(path);
      },
    ),
    { numRuns: 3_000 },
  );
});
