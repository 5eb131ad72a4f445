import { expect, it } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { cleanHref, cleanMediaAddress } from './content-addresses.ts';

/** Alone, without the cleaner's second look at addresses. */

const PAGE = 'https://talewood.example/tale/the-frog-king';

it.each([
  '//evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example',
  '/\t/evil.example/x',
  '/.//evil.example/x',
  '..//..//evil.example/x',
  'https://here.invalid//evil.example/x',
  'https://user:secret@example.org/',
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  '\x01javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'ftp://example.org/',
  'https://',
  '#a b',
  '#"onclick=x',
])('no link leads to %j', (address) => {
  expect(cleanHref(address)).toBeUndefined();
});

it('leads elsewhere only by http, https or mailto, and by no address that a browser reads otherwise than we', () => {
  const unit = fc.constantFrom(
    ...'/\\.:@#?% \t\n\0ax1',
    'https:',
    'http:',
    'javascript:',
    'mailto:',
    'evil.example',
    'here.invalid',
    '%2f',
    '%5c',
    '..',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (address) => {
      const clean = cleanHref(address);
      if (clean === undefined) return;
      const read = new URL(clean, PAGE);
      expect(['https:', 'http:', 'mailto:']).toContain(read.protocol);
      // What begins with a slash or a # stays here.
      if (/^[/#]/.test(clean)) expect(read.origin).toBe('https://talewood.example');
      else expect(clean).toMatch(/^(https?:\/\/[^/\\@]|mailto:)/);
    }),
    { numRuns: 20_000 },
  );
});

it('pictures come from /media/ of this site', () => {
  const unit = fc.constantFrom(...'/\\.:@#?% \t\nax', '/media/', 'https:', 'evil.example', '%2e', '%2f', '%5c', '..');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (address) => {
      const clean = cleanMediaAddress(address);
      if (clean === undefined) return;
      expect(new URL(clean, PAGE).href).toBe(`https://talewood.example${clean}`);
      expect(clean.startsWith('/media/')).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  expect(cleanMediaAddress('/media/2026/frog-1.webp')).toBe('/media/2026/frog-1.webp');
});
