import { expect, it } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { sanitizeHref, sanitizeMediaPath } from './sanitizer-allow-list.ts';

/** Tests the rules alone, without the second check of the sanitizer. */

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
])('rejects the link %j', (address) => {
  expect(sanitizeHref(address)).toBeUndefined();
});

it('allows only http, https and mailto links that browsers parse the same way', () => {
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
      const clean = sanitizeHref(address);
      if (clean === undefined) return;
      const read = new URL(clean, PAGE);
      expect(['https:', 'http:', 'mailto:']).toContain(read.protocol);
      // URLs that start with a slash or # stay on this site.
      if (/^[/#]/.test(clean)) expect(read.origin).toBe('https://talewood.example');
      else expect(clean).toMatch(/^(https?:\/\/[^/\\@]|mailto:)/);
    }),
    { numRuns: 2_000 },
  );
});

it('allows only images below /media/', () => {
  const unit = fc.constantFrom(...'/\\.:@#?% \t\nax', '/media/', 'https:', 'evil.example', '%2e', '%2f', '%5c', '..');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (address) => {
      const clean = sanitizeMediaPath(address);
      if (clean === undefined) return;
      expect(new URL(clean, PAGE).href).toBe(`https://talewood.example${clean}`);
      expect(clean.startsWith('/media/')).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(sanitizeMediaPath('/media/2026/frog-1.webp')).toBe('/media/2026/frog-1.webp');
});
