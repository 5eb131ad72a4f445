import { describe, expect, test } from 'vitest';
import { findPassage, fold } from './passage.ts';

const TEXT = `${'The road went on and on. '.repeat(20)}Then the princesses, all twelve, danced till their shoes were thin. ${'And so it went. '.repeat(20)}`;

describe('excerpt', () => {
  test('is short, cut at white space, with highlighted terms', () => {
    const passage = findPassage(TEXT, ['princess', 'danc']);
    const text = passage?.map((part) => part.text).join('') ?? '';
    expect(passage?.filter((part) => part.mark).map((part) => part.text)).toEqual(['princesses', 'danced']);
    expect(text.length).toBeLessThan(260);
    expect(text).toMatch(/^… \S.*\S …$/s);
    expect(TEXT).toContain(text.replaceAll('… ', '').replaceAll(' …', '').trim());
  });

  test('ignores accents and case, and matches stems', () => {
    expect(findPassage('Der Dornröschen Turm', ['dornros'])?.find((part) => part.mark)?.text).toBe('Dornröschen');
    expect(findPassage('ŒUVRE', ['oeuvr'])?.[0]).toEqual({ text: 'ŒUVRE', mark: true });
    expect(findPassage('Two stories of old', ['stori'])?.find((part) => part.mark)?.text).toBe('stories');
  });

  test('is undefined without a match', () => {
    expect(findPassage(TEXT, ['dragon'])).toBeUndefined();
    expect(findPassage(TEXT, [])).toBeUndefined();
    expect(findPassage('', ['frog'])).toBeUndefined();
  });

  test('starts and ends at words, 70 characters before and 130 after the match', () => {
    const before = 'aaaaaaaaa ';
    const after = ' bbbbbbbbb';
    expect(findPassage(`${before.repeat(20)}wolf${after.repeat(20)}`, ['wolf'])).toEqual([
      { text: '… ', mark: false },
      { text: before.repeat(6), mark: false },
      { text: 'wolf', mark: true },
      { text: after.repeat(13), mark: false },
      { text: ' …', mark: false },
    ]);
    expect(findPassage(`${before}wolf${after}`, ['wolf'])).toEqual([
      { text: before, mark: false },
      { text: 'wolf', mark: true },
      { text: after, mark: false },
    ]);
  });

  test('cuts words longer than itself', () => {
    expect(findPassage(`${'a'.repeat(200)}-wolf ${'b'.repeat(300)}`, ['wolf'])).toEqual([
      { text: '… ', mark: false },
      { text: `${'a'.repeat(69)}-`, mark: false },
      { text: 'wolf', mark: true },
      { text: ` ${'b'.repeat(129)}`, mark: false },
      { text: ' …', mark: false },
    ]);
  });

  test('highlights words up to 4 letters longer than a stem, and at most 20', () => {
    const marked = (text: string, stems: string[]) => (findPassage(text, stems) ?? []).filter((part) => part.mark).map((part) => part.text);
    expect(marked('wolf wolfxxxx wolfxxxxx werewolf', ['wolf'])).toEqual(['wolf', 'wolfxxxx']);
    expect(marked('I a i', ['i', 'a'])).toEqual([]);
    expect(marked('stories story', ['stori'])).toEqual(['stories', 'story']);
    expect(marked('ab '.repeat(30), ['ab'])).toHaveLength(20);
  });
});

test('special letters are folded as in the search index', () => {
  expect(fold('Ærø Œuvre Łódź Straße Đuro Ðe')).toBe('aero oeuvre lodz strasse duro de');
});
