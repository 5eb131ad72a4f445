import { CONTENT_NOTES, type ContentNote } from '#src/features/tales/content-notes.ts';
import { ENGLISH_NOTES } from './english-notes.ts';
import type { NoteRule } from './note-rule.ts';
import { OTHER_NOTES } from './other-notes.ts';

/** `passages`: what was found, as it stands in the text but in small letters; at most three different ones. */
export type FoundNote = { note: ContentNote; times: number; passages: string[] };

const MOST_SHOWN = 3;

/** The content notes that the words of a text speak for, in the order of their list. `words`: how many the text has. */
export function findNotes(text: string, words: number, language: string): FoundNote[] {
  const code = language.split('-')[0] ?? '';
  const rules = code === 'en' ? ENGLISH_NOTES : (OTHER_NOTES[code] ?? []);
  const plain = text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ');
  const found = rules.flatMap((rule) => judge(rule, plain, words)).filter(isFirstOfItsNote);
  const order = Object.keys(CONTENT_NOTES);
  return found.sort((a, b) => order.indexOf(a.note) - order.indexOf(b.note));
}

function judge({ note, words, least = 1, perThousand = 0 }: NoteRule, plain: string, count: number): FoundNote[] {
  const matches = Array.from(plain.matchAll(words), ([match]) => match);
  if (matches.length < Math.max(least, (perThousand * count) / 1000)) return [];
  const passages = [...new Set(matches.map(shorten))].slice(0, MOST_SHOWN);
  return [{ note, times: matches.length, passages }];
}

/** Two rules may speak for one note. */
function isFirstOfItsNote({ note }: FoundNote, index: number, all: readonly FoundNote[]): boolean {
  return all.findIndex((each) => each.note === note) === index;
}

/** Some passages are found by what stands far behind them. */
function shorten(passage: string): string {
  return passage.length <= 60 ? passage : `${passage.slice(0, 57).trimEnd()}…`;
}
