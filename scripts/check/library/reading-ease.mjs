import { syllable } from 'syllable';
import { splitSentences } from '#src/features/reading/text/split-sentences.ts';

/**
 * Flesch’s reading ease of an English text whose paragraphs are parted by empty lines: from about 0 (hard) to 120 (three-letter words).
 * Sentences are those of reading aloud, so that what is said and who says it are one. Source: Rudolf Flesch, A new readability
 * yardstick, Journal of Applied Psychology 32 (1948).
 */
export function readingEase(text) {
  const sentences = text.split('\n\n').reduce((sum, block) => sum + splitSentences(block.replaceAll('\n', ' '), 'en').length, 0);
  const words = text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? [];
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word.replaceAll('’', "'"))), 0);
  return 206.835 - (1.015 * words.length) / Math.max(1, sentences) - (84.6 * syllables) / Math.max(1, words.length);
}
