import { describe, expect, test } from 'vitest';
import { Fault } from '../faults.ts';
import { type Element, parseXml, textOf, validateDocument } from './xml.ts';

/** Returns the error code, and whether it took under a second: what grows faster than the text takes minutes. */
function faultOf(work: () => unknown): string {
  const start = performance.now();
  try {
    work();
    return 'none';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return performance.now() - start < 1_000 ? error.code : `${error.code}, late`;
  }
}

const LETTERS = [...'abcdefghij'];
const laughs = LETTERS.map((each, at) => `<!ENTITY ${each} "${at === 0 ? 'ha' : `&${LETTERS[at - 1]};`.repeat(10)}">`).join('');

describe('rejected XML', () => {
  test.each([
    ['document_type', 'a file of ours', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['document_type', 'a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd"> %x;]><a/>'],
    ['document_type', 'a definition elsewhere', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a/>'],
    ['document_type', 'a billion laughs', `<!DOCTYPE a [${laughs}]><a>&j;</a>`],
    ['document_type', 'quadratic blow-up', `<!DOCTYPE a [<!ENTITY x "${'x'.repeat(100_000)}">]><a>${'&x;'.repeat(100_000)}</a>`],
    ['document_type', 'a definition behind a public name', '<!DOCTYPE html PUBLIC "a" "b" [<!ENTITY x "y">]><html>&x;</html>'],
    ['document_type', 'two document types', '<!DOCTYPE html><!DOCTYPE html [<!ENTITY x "y">]><html>&x;</html>'],
    ['document_type', 'two harmless ones', '<!DOCTYPE html><!DOCTYPE html><html/>'],
    ['document_type', 'one inside', '<html><!DOCTYPE html [<!ENTITY x "y">]></html>'],
    ['document_type', 'small letters', '<!DOCTYPE html [<!eNTITY x "y">]><html/>'],
    ['too_deep', 'a million inside of each other', '<a>'.repeat(1_000_000)],
    ['broken_xml', 'an entity without a document type', '<!ENTITY x "y"><a>&x;</a>'],
    ['broken_xml', 'an attribute twice', '<a b="1" b="2"/>'],
    ['broken_xml', 'a NUL', '<a>\0</a>'],
    ['broken_xml', 'nothing', ''],
    ['unknown_entity', 'no letter', '<a>&#0;</a>'],
    ['unknown_entity', 'tags in an entity', '<a>&<b><c>;</a>'],
  ])('%s: %s', (code, _, text) => {
    expect(faultOf(() => parseXml(text, 'x'))).toBe(code);
    expect(faultOf(() => validateDocument(text, 'x'))).toBe(code);
  });

  test.each(['nbsp', 'constructor', '__proto__', 'toString', 'x'])('the entity %s, except in chapters', (name) => {
    expect(faultOf(() => parseXml(`<a>&${name};</a>`, 'x'))).toBe('unknown_entity');
    expect(faultOf(() => parseXml(`<a b="&${name};"/>`, 'x'))).toBe('unknown_entity');
  });

  test('more elements than any table of contents has', () => {
    expect(faultOf(() => parseXml(`<a>${'<b/>'.repeat(50_000)}</a>`, 'x'))).toMatch(/^too_many_elements/);
  });
});

describe('accepted XML', () => {
  test('XML entities, numeric references, CDATA and attributes, without prefixes', () => {
    const root = parseXml(
      '<?xml version="1.0"?><x:a p:q="&quot;1"><!-- no --><b>&amp;&lt;&gt;&apos;</b>&#x41;<![CDATA[<&x;>]]></x:a>',
      'x',
    );
    expect(textOf(root)).toBe("&<>'A<&x;>");
    expect([root.name, [...root.attributes]]).toEqual(['a', [['q', '"1']]]);
  });

  test('names of Object.prototype are plain names', () => {
    const root: Element = parseXml('<__proto__ __proto__="1" constructor="2"/>', 'x');
    expect([root.name, [...root.attributes]]).toEqual([
      '__proto__',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
    ]);
    expect(({} as Record<string, unknown>).constructor).toBe(Object);
  });

  test('256 levels of nesting, and the document types of books', () => {
    const deep = '<a>'.repeat(256) + '</a>'.repeat(256);
    const types = [
      'html',
      "html SYSTEM 'about:legacy-compat'",
      'html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"',
    ];
    for (const type of types) {
      expect(parseXml(`<!DOCTYPE ${type}>\n${deep}`, 'x').name).toBe('a');
      expect(faultOf(() => validateDocument(`<!DOCTYPE ${type}>${deep}`, 'x'))).toBe('none');
    }
  });

  test('reads a chapter of entities in linear time', () => {
    const start = performance.now();
    validateDocument(`<a>${'&nbsp;'.repeat(1_000_000)}</a>`, 'x');
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
