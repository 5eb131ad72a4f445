/** What a parent may want to know before a tale is read aloud. Safe in the browser. */

/** Each with its words, in the order in which they are shown. */
export const CONTENT_NOTES = {
  'death-of-a-parent': 'death of a parent',
  'death-of-a-child': 'death of a child',
  'cruelty-to-children': 'cruelty to children',
  'cruelty-to-animals': 'cruelty to animals',
  violence: 'violence',
  'cruel-punishment': 'cruel punishment',
  'frightening-scenes': 'frightening scenes',
  suicide: 'suicide',
  drink: 'drink',
  slavery: 'slavery',
  'old-stereotypes': 'old stereotypes',
} as const;

export type ContentNote = keyof typeof CONTENT_NOTES;

export function isContentNote(value: string): value is ContentNote {
  return Object.hasOwn(CONTENT_NOTES, value);
}

/** As shown: “violence, death of a parent”. What is no content note is left out. */
export function noteWords(notes: readonly string[]): string {
  return notes.flatMap((note) => (isContentNote(note) ? [CONTENT_NOTES[note]] : [])).join(', ');
}
