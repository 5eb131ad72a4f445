import type { TaleFields } from '#src/features/manage/contract.ts';
import type { Link, TaleView } from '#src/features/tales/contract.ts';
import { cleanHtml } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { withPictures } from '#src/ui/pictures-in-html.ts';
import { urls } from '#src/urls.ts';
import { minutesOf } from './minutes-of.ts';

const WORDS_A_MINUTE_ALOUD = 130;
/** What has no address yet stands at one that leads nowhere. */
const NOWHERE = 'preview';

/** Any of the fields. */
type Typed = { [Name in keyof TaleFields]?: TaleFields[Name] | undefined };

/** The tale that these fields would be. Nothing is refused: what is missing is left out, what is no date is today. */
export async function previewTale(db: Db, fields: Typed): Promise<TaleView> {
  const { title = '', category = '', slug = '', tags = [], read_time = 0, cover_image = '' } = fields;
  const content = cleanHtml(fields.content ?? '').html;
  const { words, minutes } = minutesOf(content);
  const names = await readNames(db);
  const toLink = (name: string): Link => ({ slug: name || NOWHERE, name: names.get(name) ?? name });
  const readTime = read_time > 0 ? Math.ceil(read_time) : minutes;
  const cover = cover_image.trim() || urls.api(`/admin/drawn-cover?${new URLSearchParams({ title, category })}`);
  const now = new Date().toISOString();
  return {
    ...{ title, content: withPictures(content), words, readTime, excerpt: fields.excerpt ?? '', language: languageOf(fields.language) },
    id: NO_ID,
    slug: slug || NOWHERE,
    author: { slug: NOWHERE, name: fields.author ?? '' },
    category: toLink(category),
    tags: tags.map(toLink),
    ...{ coverImage: cover, coverWide: cover, shareImage: cover },
    aloudTime: words > 0 ? Math.ceil(words / WORDS_A_MINUTE_ALOUD) : readTime,
    isFeatured: false,
    publishDate: dateOf(fields.publish_date) ?? now,
    updatedAt: now,
    ageBand: fields.age_band ?? '',
    origin: fields.origin ?? '',
    taleType: fields.tale_type ?? '',
    contentNotes: fields.content_notes ?? [],
    motifs: fields.motifs ?? [],
    whyItMatters: fields.why_it_matters ?? '',
    questions: fields.questions ?? [],
    retoldFrom: fields.retold_from ?? '',
    source: fields.source ?? '',
    rights: fields.rights ?? '',
    ...{ prevTale: null, nextTale: null, related: [] },
  };
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

async function readNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('categories').select(['slug', 'name']).execute();
  return new Map(rows.map((row) => [row.slug, row.name]));
}

/** What is no language would be refused by the browser where it is told it. */
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
