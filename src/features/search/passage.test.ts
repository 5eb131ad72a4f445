import { describe, expect, test } from 'vitest';
import { findPassage } from './passage.ts';

const TEXT = `${'The road went on and on. '.repeat(20)}Then the princesses, all twelve, danced till their shoes were thin. ${'And so it went. '.repeat(20)}`;

describe('the passage around the words', () => {
  test('is short, cut at white space, and marks the words', () => {
    const passage = findPassage(TEXT, ['princess', 'danc']);
    const text = passage?.map((part) => part.text).join('') ?? '';
    expect(passage?.filter((part) => part.mark).map((part) => part.text)).toEqual(['princesses', 'danced']);
    expect(text.length).toBeLessThan(260);
    expect(text).toMatch(/^… \S.*\S …$/s);
    expect(TEXT).toContain(text.replaceAll('… ', '').replaceAll(' …', '').trim());
  });

  test('ignores accents and case, and knows words by their stems', () => {
    expect(findPassage('Der Dornröschen Turm', ['dornros'])?.find((part) => part.mark)?.text).toBe('Dornröschen');
    expect(findPassage('ŒUVRE', ['oeuvr'])?.[0]).toEqual({ text: 'ŒUVRE', mark: true });
    expect(findPassage('Two stories of old', ['stori'])?.find((part) => part.mark)?.text).toBe('stories');
  });

  test('is absent where the text does not hold the words', () => {
    expect(findPassage(TEXT, ['dragon'])).toBeUndefined();
    expect(findPassage(TEXT, [])).toBeUndefined();
    expect(findPassage('', ['frog'])).toBeUndefined();
  });
});
