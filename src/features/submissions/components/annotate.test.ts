// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { annotate } from './annotate.ts';

const comment = (id: string, quote: string, prefix = '', suffix = '') => ({ id, quote, prefix, suffix });

test('a passage is marked, and its comment follows the block in which it ends', () => {
  const html = '<p>A wolf <em>knocked</em>.</p><p>Nobody came.</p><p>End.</p>';
  const { parts, others } = annotate(html, [comment('a', 'wolf knocked.\n\nNobody'), comment('b', 'Not there'), comment('c', '')]);
  expect(others).toEqual(['b', 'c']);
  expect(parts).toEqual([
    { html: '<p>A <mark>wolf</mark> <em><mark>knocked</mark></em><mark>.</mark></p><p><mark>Nobody</mark> came.</p>', ids: ['a'] },
    { html: '<p>End.</p>', ids: [] },
  ]);
});

test('equal passages are told apart by the text around them; overlapping ones are marked once', () => {
  const { parts } = annotate('<p>one two</p><p>one three</p>', [comment('a', 'one', '', ' three'), comment('b', 'one three')]);
  expect(parts.map(({ ids }) => ids)).toEqual([['a', 'b']]);
  expect(parts[0]?.html).toBe('<p>one two</p><p><mark>one three</mark></p>');
});
