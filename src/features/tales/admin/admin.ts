/** Front door for other features. */
export { unknownTale } from './managed-tale.ts';
