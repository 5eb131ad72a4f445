/** Properties of a field in the table of fields. Safe in the browser. */

/**
 * Determines schema, input, comparison and import of a field. `text` allows line breaks, `line` does not; `lines` is an ordered list of
 * lines, `set` an unordered list of slugs or `options`, `people` an ordered list of names; `reference` is the slug of another record, `date`
 * an ISO date-time in UTC and `image` a URL on this site.
 */
export type FieldKind =
  | 'line'
  | 'text'
  | 'html'
  | 'lines'
  | 'set'
  | 'people'
  | 'choice'
  | 'reference'
  | 'date'
  | 'integer'
  | 'image'
  | 'slug'
  | 'language';

export type CreditRole = 'translator' | 'editor' | 'illustrator';

export type FieldDefinition = {
  kind: FieldKind;
  label: string;
  /** Shown below the input, and in the API description. */
  help?: string;
  /** Part of the form; `more` is collapsed initially. */
  section: 'main' | 'more';
  /** `card`: shown in lists and on the tale's page; `page`: on that page only; `editors`: not public. */
  visibility: 'card' | 'page' | 'editors';
  /** Read and written by its own code. Other fields are columns of `tales` with the same name. */
  isRelated?: true;
  /** Error message of a tale without it. */
  required?: string;
  /** Error message of a published tale without it, on sites that require source and rights. */
  requiredToPublish?: string;
  /** May be filled in instead of a field that is required to publish. */
  publishAlternative?: string;
  /** Of `people`: what they are credited as, in `tale_credits`. */
  role?: CreditRole;
  /** In code points; each item of `lines` and `people`. */
  maxLength?: number;
  /** In grapheme clusters. */
  maxCharacters?: number;
  maxItems?: number;
  /** Of an `integer`. */
  max?: number;
  /** Error message for a value that is too long, too large or not an option, instead of the default. */
  invalid?: string;
  /** Values of a `choice` or `set`, with labels. */
  options?: Readonly<Record<string, string>>;
  /** Value of a new tale, if not empty. */
  default?: string;
  /** Rows of a multi-line input. */
  rows?: number;
  /** Autocomplete options: these, or existing values. */
  suggestions?: readonly string[] | 'origins' | 'tale_types';
  /** Written in the language of the tale. */
  isInTaleLanguage?: true;
  /** Aliases in front matter and tables of Hugo, Jekyll, Ghost and others. */
  importNames?: readonly string[];
  /** False: not in the front matter of library files and exports. */
  frontMatter?: false;
  /** Missing in revisions saved before the field existed, where it has its default. Set it for every new field. */
  addedLater?: true;
};

/** Keeps the literal types of the entries. */
export function defineFields<const Fields extends Readonly<Record<string, FieldDefinition>>>(fields: Fields): Fields {
  return fields;
}
