import { type Extensions, getSchema } from '@tiptap/core';
import { BLOCK_NODES } from './blocks.ts';
import { PHRASE_MARKS, PHRASE_NODES } from './phrases.ts';

/** What a tale is made of in the editor: the elements that the cleaner keeps (src/features/tales/content-elements.ts). */
export const TALE_MODEL: Extensions = [...BLOCK_NODES, ...PHRASE_NODES, ...PHRASE_MARKS];

/** The same without an editor. */
export const taleSchema = getSchema(TALE_MODEL);
