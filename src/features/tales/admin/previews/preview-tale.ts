/** Previews of tales from the values of a form, and generated covers for tales that are not public. */
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { coverSvg } from '#src/features/covers/covers.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type { Credit, Link } from '#src/features/tales/contract.ts';
import { toPageFields } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { withPictures } from '#src/ui/picture.ts';
import { urls } from '#src/urls.ts';
import { TaleFields, TaleView } from '../../contract.ts';
import { CREDIT_NAMES } from '../../field-values.ts';
import { taleFields } from '../../fields.ts';
import { readingTime } from '../form/form-values.ts';

const CoverQuery = z.strictObject({ title: z.string().max(1_000).default(''), category: z.string().max(200).default('') });

/** Opened by itself, an SVG is a document: prevents scripts and requests. */
const SVG_HEADERS = {
  'Content-Type': 'image/svg+xml',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cache-Control': 'private, max-age=3600',
};

export function talePreviewEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'previewTale',
      method: 'POST',
      path: '/previews',
      summary: 'Preview a tale',
      description: 'The tale as readers would see it, from fields that need not be valid or saved. The text is sanitized as on saving.',
      body: z.strictObject(TaleFields.partial().shape),
      response: TaleView,
      run: ({ body }) => previewTale(db, body),
    }),
    endpoint({
      id: 'renderCover',
      method: 'GET',
      path: '/drawn-cover',
      summary: 'Render a generated cover',
      description: 'The cover that is generated from a title and a category, as SVG.',
      query: CoverQuery,
      responseType: 'image/svg+xml',
      run: async ({ c, query }) => c.body(coverSvg({ ...query, format: 'portrait' }), 200, SVG_HEADERS),
    }),
  ];
}

const WORDS_PER_MINUTE_ALOUD = 130;
/** Slug of what has no slug yet. */
const PLACEHOLDER_SLUG = 'preview';
const NO_ID = '00000000-0000-0000-0000-000000000000';

type TypedFields = { [Name in keyof TaleFields]?: TaleFields[Name] | undefined };

/** Returns the tale as readers would see it. Missing and invalid values are allowed; an invalid date becomes today. */
async function previewTale(db: Db, fields: TypedFields): Promise<TaleView> {
  const { title = '', category = '', slug = '', tags = [], read_time = 0, cover_image = '' } = fields;
  const content = sanitizeHtml(fields.content ?? '').html;
  const { words, minutes } = readingTime(content);
  const names = await categoryNames(db);
  const toLink = (name: string): Link => ({ slug: name || PLACEHOLDER_SLUG, name: names.get(name) ?? name });
  const readTime = read_time > 0 ? Math.ceil(read_time) : minutes;
  const cover = cover_image.trim() || urls.api(`/admin/drawn-cover?${new URLSearchParams({ title, category })}`);
  const now = new Date().toISOString();
  return {
    ...{ title, content: withPictures(content), words, readTime, excerpt: fields.excerpt ?? '', language: languageOf(fields.language) },
    id: NO_ID,
    slug: slug || PLACEHOLDER_SLUG,
    author: { slug: PLACEHOLDER_SLUG, name: fields.author ?? '' },
    category: toLink(category),
    tags: tags.map(toLink),
    ...{ coverImage: cover, coverWide: cover, shareImage: cover },
    aloudTime: words > 0 ? Math.ceil(words / WORDS_PER_MINUTE_ALOUD) : readTime,
    isFeatured: false,
    publishDate: dateOf(fields.publish_date) ?? now,
    updatedAt: now,
    ageBand: fields.age_band ?? '',
    ...toPageFields(fields),
    credits: creditsOf(fields),
    ...{ files: [], memberFiles: 0 },
    ...{ variantType: null, allowsSuggestions: false, prevTale: null, nextTale: null, related: [] },
  };
}

function creditsOf(fields: TypedFields): Credit[] {
  return CREDIT_NAMES.flatMap((field) => {
    const names = (fields[field] ?? []).filter((name) => name.trim() !== '');
    return names.map((name) => ({ role: taleFields[field].role, name, slug: PLACEHOLDER_SLUG }));
  });
}

async function categoryNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('categories').select(['slug', 'name']).execute();
  return new Map(rows.map((row) => [row.slug, row.name]));
}

/** Browsers throw for an invalid language code. */
function languageOf(code = ''): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

function dateOf(text = ''): string | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
