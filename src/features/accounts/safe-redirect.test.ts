import { expect, test } from 'vitest';
import { ALL_PAGES } from '#src/page-table.ts';
import { fc } from '#test/fast-check.ts';
import { safeRedirect } from './safe-redirect.ts';

const FILE = '/files/01234567-89ab-7cde-8f01-23456789abcd';

test.each([
  ['/', '/'],
  ['/tale/the-frog-king', '/tale/the-frog-king'],
  ['/tales?q=golden+hair&category=dark', '/tales?q=golden+hair&category=dark'],
  ['/tales?q=%2F%2Fevil.example', '/tales?q=%2F%2Fevil.example'],
  ['/profile#devices', '/profile'],
  ['/manage-tales', '/manage-tales'],
  [`${FILE}/Answers%20%C3%9C.pdf`, `${FILE}/Answers%20%C3%9C.pdf`],
  [`${FILE}/a.pdf?v=2`, `${FILE}/a.pdf?v=2`],
])('%s redirects to %s', (wanted, expected) => {
  expect(safeRedirect(wanted)).toBe(expected);
});

const SAMPLES: Record<string, string> = {
  ':slug': 'the-frog-king',
  ':number': '510',
  ':token': 'token',
  ':code': 'brave-little-fox',
  ':day{\\d{4}-\\d\\d-\\d\\d}': '2026-11-22',
};
const sampleOf = (path: string) => path.replace(/:.+$/, (parameter) => SAMPLES[parameter] ?? '');

test('every page except login and registration is allowed, with its query', () => {
  for (const { path, isAuth, hasOwnRoute } of ALL_PAGES) {
    const page = sampleOf(path);
    const isReturnedTo = !isAuth && !hasOwnRoute;
    expect(safeRedirect(page), page).toBe(isReturnedTo ? page : '/');
    expect(safeRedirect(`${page}?minutes=15`), page).toBe(isReturnedTo ? `${page}?minutes=15` : '/');
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
  '/files',
  '/files//evil.example',
  '/files/x/a.pdf',
  FILE,
  `${FILE}/`,
  `${FILE}/a/b`,
  `${FILE}/../../logout`,
  `${FILE}/%2e%2e/%2e%2e/logout`,
  `${FILE}/..\\..\\logout`,
  `//evil.example${FILE}/a.pdf`,
  `https://evil.example${FILE}/a.pdf`,
  '/tales\u0000',
  `/tales?q=${'x'.repeat(1_000)}`,
  '',
  undefined,
  null,
  ['/tales'],
])('%j redirects home', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/');
});

test('every result is a page of this site', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '%', '2f', '5c', 'tales', 'tale', FILE, 'evil.example', '\t', ' ', 'https'),
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
        const path = safeRedirect(wanted);
        const resolved = new URL(path, 'https://tales.example');
        expect(resolved.origin).toBe('https://tales.example');
        expect(resolved.href).toBe(`https://tales.example${path}`);
        expect(safeRedirect(path)).toBe(path);
      },
    ),
    { numRuns: 500 },
  );
});
