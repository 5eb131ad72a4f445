import { describe, expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { BadQuery, normalizeSearch, parseBrowseQuery, writeBrowseQuery } from './browse-query.ts';

const parse = (text: string) => parseBrowseQuery(new URLSearchParams(text));

describe('browse query', () => {
  test('has one canonical form', () => {
    expect(writeBrowseQuery(parse('sort=title&minutes=10&author=b,a&q=%20snow%20%20queen&unknown=1'))).toBe(
      'q=snow+queen&minutes=10&author=a,b&sort=title',
    );
    expect(writeBrowseQuery(parse('sort=newest'))).toBe('');
    expect(writeBrowseQuery(parse('q=x&sort=newest'))).toBe('q=x&sort=newest');
    expect(writeBrowseQuery(parse('q=x&sort=relevance'))).toBe('q=x');
    expect(writeBrowseQuery(parse('pages=3&after=abc'))).toBe('after=abc&pages=3');
    expect(writeBrowseQuery(parse('pages=1'))).toBe('');
  });

  test('uses the first of repeated parameters and merges lists', () => {
    expect(parse('q=one&q=two').q).toBe('one');
    expect(parse('author=a&author=b,c&author=a').author).toEqual(['a', 'b', 'c']);
    expect(parse('category=dark&category=animals').category).toBe('dark');
    expect(parse(`category=${'a'.repeat(60)}`).category).toBe('a'.repeat(60));
  });

  test('names the invalid parameter', () => {
    for (const [text, parameter] of [
      ['minutes=7', 'minutes'],
      ['sort=random', 'sort'],
      ['age=5-7', 'age'],
      ['calm=no', 'calm'],
      ['mood=grumpy', 'mood'],
      ['author=Grimm', 'author'],
      ['category=../x', 'category'],
      [`category=${'a'.repeat(61)}`, 'category'],
      ['after=a%20b', 'after'],
      ['pages=0', 'pages'],
      ['pages=21', 'pages'],
      ['pages=2.5', 'pages'],
      ['language=english', 'language'],
      ['origin=%3Cscript%3E', 'origin'],
      [`author=${Array.from({ length: 21 }, (_, n) => `a${n}`).join(',')}`, 'author'],
    ] as const) {
      expect(() => parse(text), text).toThrow(expect.objectContaining({ parameter, status: 400 }));
    }
  });

  test('limits searches to 200 characters without control characters', () => {
    expect(normalizeSearch('a\u0000b\n c')).toBe('a b c');
    expect([...normalizeSearch('🐸'.repeat(300))]).toHaveLength(200);
    expect(normalizeSearch('e\u0301')).toBe('é');
  });

  test('round-trips any input or rejects it', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('q', 'category', 'minutes', 'age', 'calm', 'mood', 'origin', 'language', 'author', 'sort', 'after', 'pages'),
            fc.string(),
          ),
        ),
        (pairs) => {
          try {
            const query = parseBrowseQuery(new URLSearchParams(pairs));
            expect(parse(writeBrowseQuery(query))).toEqual(query);
          } catch (error) {
            expect(error).toBeInstanceOf(BadQuery);
          }
        },
      ),
    );
  });
});
