/** What may be said of a tale when it is written, with the messages of the form. */
import { z } from 'zod';
import { line, required, slug, words } from '#src/platform/fields.ts';
import { countCharacters, isBlank, isBroken } from '#src/platform/text.ts';
import { LANGUAGE, ORIGIN } from './browse-query.ts';
import { isCoverAddress } from './content-addresses.ts';
import { CONTENT_NOTES, type ContentNote } from './content-notes.ts';

const MOST_IN_EXCERPT = 300;
const MOST_MOTIFS = 12;
const MOST_QUESTIONS = 6;
/** The bounds of the columns, in code points: a few letters may carry very many accents. */
const EXCERPT_CODE_POINTS = 3000;
const CONTENT_BYTES = 2_000_000;

/** Lines in their order; those that are blank are left out. */
const lines = (most: number, length: number, message: string) =>
  z
    .array(line(length))
    .transform((all) => all.filter((text) => !isBlank(text)))
    .refine((all) => all.length <= most, message)
    .optional();

const A_LANGUAGE = 'A language is a code such as en or pt-BR';

/** Each language has one code, so that its tales are found together. What is none becomes nothing, and is refused. */
function canonicalLanguage(code: string): string {
  try {
    // Nearly all tales: to ask takes longer than to read the rest of a tale's facts.
    return code === 'en' ? code : (Intl.getCanonicalLocales(code)[0] ?? '');
  } catch {
    return '';
  }
}

/**
 * A tale as an editor or an importer hands it in. On an update, fields that are left out stay as they are. Without `slug`
 * the address is made from the title, and follows it until the tale is first published. `author` is a name, `category` and `tags` are slugs of categories.
 */
export const TaleInput = z.strictObject({
  title: required('Title is required', 300),
  author: required('Author is required', 200),
  category: required('Category is required', 100),
  excerpt: words('Excerpt is required')
    .refine((text) => !isBlank(text), 'Excerpt is required')
    .refine(
      (text) => [...text].length <= EXCERPT_CODE_POINTS && countCharacters(text) <= MOST_IN_EXCERPT,
      'Excerpt must be less than 300 characters',
    ),
  content: z
    .string()
    .refine((html) => Buffer.byteLength(html) <= CONTENT_BYTES, { error: 'The text must be at most 2 MB', abort: true })
    .refine((html) => !isBroken(html), { error: 'This text has characters that cannot be stored', abort: true })
    .transform((html) => html.normalize('NFC'))
    .optional(),
  status: z.enum(['draft', 'published'], "Status is 'draft' or 'published'").optional(),
  publish_date: z.iso
    .datetime({ offset: true, error: 'This is no date and time' })
    .transform((text) => new Date(text))
    .refine((date) => date.getUTCFullYear() >= 1900 && date.getUTCFullYear() <= 2200, 'The year must be between 1900 and 2200')
    .optional(),
  cover_image: z
    .string()
    .max(500)
    .refine((address) => address === '' || isCoverAddress(address), 'A cover is a picture of this site')
    .optional(),
  read_time: z.int().min(0, 'Minutes from 0 to 1,000').max(1000, 'Minutes from 0 to 1,000').optional(),
  slug: slug(200).optional(),
  tags: z.array(z.string()).max(20, 'At most 20 further categories').optional(),
  language: z.string().max(40).transform(canonicalLanguage).pipe(z.string().regex(LANGUAGE, A_LANGUAGE)).optional(),
  origin: line(60)
    .refine((text) => text === '' || ORIGIN.test(text), 'An origin is a word such as German: letters, spaces and hyphens')
    .optional(),
  tale_type: line(40).optional(),
  age_band: z.enum(['', '3-5', '6-8', '9-12', '13+']).optional(),
  content_notes: z
    .array(z.enum(Object.keys(CONTENT_NOTES) as ContentNote[], 'There is no such content note'))
    .transform((notes) => [...new Set(notes)])
    .optional(),
  motifs: lines(MOST_MOTIFS, 100, `At most ${MOST_MOTIFS} motifs`),
  why_it_matters: line(300).optional(),
  questions: lines(MOST_QUESTIONS, 300, `At most ${MOST_QUESTIONS} questions`),
  retold_from: line(500).optional(),
  source: words()
    .refine((text) => [...text].length <= 2000, 'At most 2000 characters')
    .optional(),
  rights: line(500).optional(),
});
export type TaleInput = z.input<typeof TaleInput>;
export type TaleValues = z.output<typeof TaleInput>;

/** What is wrong, by field; `''` for the whole. */
export type TaleProblems = Record<string, string[]>;

/** Gathers what is wrong, by field. Field names come from outside, so they must not meet those of JavaScript's own objects. */
export class ProblemList {
  readonly #byField = new Map<string, string[]>();

  add(field: string, message: string): void {
    this.#byField.set(field, [...(this.#byField.get(field) ?? []), message]);
  }

  addIssues(issues: readonly z.core.$ZodIssue[]): void {
    for (const issue of issues) {
      if (issue.code === 'unrecognized_keys') for (const key of issue.keys) this.add(key, 'There is no such field');
      else this.add(String(issue.path[0] ?? ''), issue.message);
    }
  }

  has(field: string): boolean {
    return this.#byField.has(field);
  }

  get isEmpty(): boolean {
    return this.#byField.size === 0;
  }

  toObject(): TaleProblems {
    return Object.fromEntries(this.#byField);
  }
}
