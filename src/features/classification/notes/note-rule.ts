import type { ContentNote } from '#src/features/tales/content-notes.ts';

/** A note belongs to a tale in which `words` (global, over small letters) stand at least `least` times. */
export type NoteRule = {
  note: ContentNote;
  words: RegExp;
  /** 1 where left out. */
  least?: number;
  /** And at least so often in a thousand words. */
  perThousand?: number;
};
