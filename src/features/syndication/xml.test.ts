import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { parseXml } from '#test/xml.ts';
import { element, xmlDocument } from './xml.ts';

const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

test('any text is well-formed and preserved', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (text, attribute) => {
      const node = parseXml(xmlDocument(element('a', { b: attribute, c: undefined }, text, element('d'))));
      expect(node.text).toBe(text.replace(FORBIDDEN, '\uFFFD'));
      expect(node.attributes).toEqual({ b: attribute.replace(FORBIDDEN, '\uFFFD') });
    }),
    { numRuns: 500 },
  );
});

test('lone surrogates and control characters are replaced', () => {
  expect(element('a', {}, 'x\uD83Dy\0z\u0008').xml).toBe('<a>x\uFFFDy\uFFFDz\uFFFD</a>');
  expect(element('a', { b: '"\n<>&' }).xml).toBe('<a b="&quot;&#10;&lt;&gt;&amp;"/>');
});
