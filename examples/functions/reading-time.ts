// For the site of a school: how long a tale takes, as JSON that any page may fetch.
// GET /functions/v1/reading-time/SLUG?aloud=110&silent=160 (words per minute)

type Tale = { title: string; author: { name: string }; words: number; ageBand: string; language: string };
type Context = { site: string; path: string; fetchApi: (path: string) => Promise<Response> };

export const config = {
  description: 'Reading time of a tale, for other sites',
  http: { methods: ['GET'], access: 'public' },
  scopes: ['read'],
};

// Nothing here depends on who asks, so every site may read it.
const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' };

export default async function readingTime(request: Request, { site, path, fetchApi }: Context): Promise<Response> {
  const slug = path.slice(1);
  if (!/^[\p{L}\p{N}-]{1,200}$/u.test(decodeURIComponent(slug)))
    return Response.json({ error: 'Add the slug of a tale: /functions/v1/reading-time/SLUG' }, { status: 400, headers: HEADERS });
  const response = await fetchApi(`/tales/${slug}`);
  if (response.status !== 200)
    return Response.json({ error: 'There is no such tale.' }, { status: 404, headers: { ...HEADERS, 'cache-control': 'no-store' } });
  const tale = (await response.json()) as Tale;
  const pace = new URL(request.url).searchParams;
  const minutes = (name: string, usual: number) => Math.max(1, Math.round(tale.words / clamp(Number(pace.get(name)) || usual)));
  const { title, author, words, ageBand: age, language } = tale;
  const times = { aloud_minutes: minutes('aloud', 130), silent_minutes: minutes('silent', 200) };
  return Response.json({ title, author: author.name, language, age, words, ...times, url: `${site}/tale/${slug}` }, { headers: HEADERS });
}

function clamp(wordsPerMinute: number): number {
  return Math.min(600, Math.max(30, wordsPerMinute));
}
