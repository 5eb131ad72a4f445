import { type Extensions, getSchema } from '@tiptap/core';
import { BLOCK_NODES } from './blocks.ts';
import { PHRASE_MARKS, PHRASE_NODES } from './phrases.ts';

/** Schema of tales in the editor: the elements that the sanitizer allows (src/features/tale-html/sanitizer-allow-list.ts). */
export const TALE_MODEL: Extensions = [...BLOCK_NODES, ...PHRASE_NODES, ...PHRASE_MARKS];

/** The schema without an editor. */
export const taleSchema = getSchema(TALE_MODEL);
