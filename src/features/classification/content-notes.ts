/** Content notes (warnings) of tales. Safe in the browser. */

/** Labels by note, in display order. A label is the note without hyphens. */
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
