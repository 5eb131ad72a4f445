import { expect, it } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { slugLike, toSlug } from './slug.ts';

it('returns a valid slug for any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  );
  fc.assert(
    fc.property(text, (name) => {
      const slug = toSlug(name, 'tale');
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(toSlug(slug, 'tale')).toBe(slug);
    }),
    { numRuns: 1_000 },
  );
});

it('is the same for both normalization forms', () => {
  expect(toSlug('Émile'.normalize('NFD'), 'x')).toBe(toSlug('Émile'.normalize('NFC'), 'x'));
});

it('adds a number from the second one on', () => {
  expect([1, 2, 3].map((attempt) => slugLike('a', attempt))).toEqual(['a', 'a-2', 'a-3']);
});
