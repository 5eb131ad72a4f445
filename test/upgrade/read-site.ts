import type { Secrets } from './fill-site.ts';
import { HttpClient, type Json } from './http-client.ts';

/** Responses of a site about its data, recorded in a fixture and compared with later releases. */

/** `facts`: a complete JSON response, the ids of feed entries, a plain text, or the type of other files. */
export type Recorded = { as: keyof typeof ROLES; path: string; status: number; location?: string; facts?: unknown };

const PUBLIC_LISTS = [
  '/tales?sort=title',
  '/tales?q=mill',
  '/recent',
  '/categories',
  '/authors',
  '/collections',
  '/letters',
  '/pages/about',
];
const EDITOR_LISTS = [
  ...['/admin/tales', '/admin/authors', '/admin/categories', '/admin/collections', '/admin/featured', '/admin/media', '/admin/drafts'],
  ...['/admin/imports', '/admin/import-runs', '/admin/newsletter', '/admin/newsletter/issues'],
];
const ADMIN_LISTS = [
  '/admin/users',
  '/admin/keys',
  '/admin/messages',
  '/admin/log',
  '/admin/pages',
  '/admin/site-settings',
  '/admin/mails',
];
const FILES = [
  '/tale/the-mill-by-the-pond.epub',
  '/recent.atom',
  '/recent.rss',
  '/recent.json',
  '/newsletter.atom',
  '/opds',
  '/opds/v2',
  '/sitemaps/pages.xml',
  '/robots.txt',
];
/** Redirects, deleted pages and HTML pages. */
const PAGES = [
  ...[
    '/',
    '/tales',
    '/tale/the-old-name',
    '/tale/the-new-name',
    '/tale/in-the-trash',
    '/tale/deleted-for-good',
    '/author/the-miller',
    '/author/a-miller',
  ],
  ...[
    '/author/a-ferry-man',
    '/categories/mills',
    '/categories/ponds',
    '/categories/mills-and-ponds',
    '/collections/former-evenings',
    '/about',
    '/privacy',
  ],
  ...['/tale/a-tale-to-come', '/newsletter'],
];
const TALES = ['the-mill-by-the-pond', 'the-new-name', 'a-tale-of-the-ferryman', 'the-fox', 'the-mill'];

const ROLES = { visitor: '', reader: '', editor: '', admin: '' };

/** Requests everything, in a fixed order. */
export async function readSite(
  origin: string,
  { admin, editor, reader, links }: Pick<Secrets, 'admin' | 'editor' | 'reader' | 'links'>,
): Promise<Recorded[]> {
  const clients = {
    visitor: new HttpClient(origin),
    reader: new HttpClient(origin, reader.cookie),
    editor: new HttpClient(origin, editor.cookie),
    admin: new HttpClient(origin, admin.cookie),
  };
  const recorded: Recorded[] = [];
  const read = async (as: Recorded['as'], path: string) => {
    const { status, headers, text, body } = await clients[as].send('GET', path);
    const location = headers.get('location')?.replace(origin, '');
    const facts = status === 200 ? factsOf(path, headers.get('content-type') ?? '', body ?? text, origin) : undefined;
    recorded.push({
      as,
      path: path.replace(encodeURIComponent(origin), ''),
      status,
      ...(location !== undefined && { location }),
      ...(facts !== undefined && { facts }),
    });
    return body;
  };
  const api = (as: Recorded['as'], path: string) => read(as, `/api/v1${path}`);

  for (const path of PUBLIC_LISTS) await api('visitor', path);
  for (const slug of TALES) {
    await api('visitor', `/tales/${slug}`);
    for (const ending of ['', '.txt']) await read('visitor', `/tale/${slug}${ending}`);
    await read('visitor', `/oembed?url=${encodeURIComponent(`${origin}/tale/${slug}`)}&format=json`);
  }
  for (const author of ['a-miller', 'the-ferryman', 'ada-miller']) await api('visitor', `/authors/${author}`);
  for (const category of ['classic', 'mills-and-ponds']) await api('visitor', `/categories/${category}`);
  await api('visitor', '/collections/for-one-evening');
  for (const path of [...FILES, ...PAGES, ...Object.values(links)]) await read('visitor', path);

  for (const path of ['/me', '/account', '/account/export', '/bookshelf']) await api('reader', path);
  for (const path of EDITOR_LISTS) await api('editor', path);
  for (const path of ADMIN_LISTS) await api('admin', path);
  const listed = (path: string) => recorded.find((each) => each.path === `/api/v1${path}`)?.facts as Json;
  for (const { id } of listed('/admin/tales').tales) {
    await api('editor', `/admin/tales/${id}`);
    const { revisions = [] } = await api('editor', `/admin/tales/${id}/revisions`);
    for (const { version } of revisions) await api('editor', `/admin/tales/${id}/revisions/${version}`);
    for (const part of ['preview-links', 'classification']) await api('editor', `/admin/tales/${id}/${part}`);
  }
  for (const [list, name] of [
    ['/admin/authors', 'authors'],
    ['/admin/categories', 'categories'],
    ['/admin/collections', 'collections'],
    ['/admin/media', 'pictures'],
    ['/admin/drafts', 'drafts'],
    ['/admin/imports', 'imports'],
    ['/admin/newsletter/issues', 'issues'],
  ] as const)
    for (const { id } of listed(list)[name]) await api('editor', `${list}/${id}`);
  for (const { id } of listed('/admin/messages').messages) await api('admin', `/admin/messages/${id}`);
  // Version 0 is the default text of a release.
  const { versions } = await api('admin', '/admin/pages/about/versions');
  for (const { version } of versions) if (version > 0) await api('admin', `/admin/pages/about/versions/${version}`);
  for (const { address } of listed('/admin/media').pictures)
    for (const ending of ['webp', 'avif']) await read('visitor', address.replace(/webp$/, ending));
  return recorded;
}

/** Returns the facts to compare, or undefined to compare only the status. */
function factsOf(path: string, type: string, body: unknown, origin: string): unknown {
  if (/^\/api\//.test(path)) return normalize(body, origin);
  if (/\.txt$/.test(path)) return normalize(String(body), origin);
  if (/html/.test(type)) return undefined;
  if (/xml|json/.test(type)) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const named = text.matchAll(/<(?:id|loc|guid)\b[^>]*>([^<]*)<|"(?:id|url)":"([^"]*)"/g);
    return normalize([...new Set([...named].map(([, element, member]) => element ?? member ?? ''))].toSorted(), origin);
  }
  return type;
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g;
/** Fields that depend on the time: `tag` is a version, cursors contain dates. */
const VARYING_FIELDS = new Set(['now', 'tag', 'next', 'next_at', 'last_used_at', 'lastUsedAt', 'lastSeen', 'isCurrent']);

/** Removes values that depend on the time or the origin of the site. */
function normalize(value: unknown, origin: string): unknown {
  if (typeof value === 'string')
    return value
      .replaceAll(origin, '')
      .replaceAll(TIME, '<time>')
      .replaceAll(/urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f-]{21}/g, '<urn>');
  if (Array.isArray(value)) return value.map((each) => normalize(each, origin));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !VARYING_FIELDS.has(name))
      .map(([name, each]) => [name, normalize(each, origin)]),
  );
}
