// A spreadsheet (CSV) of the tales of the last seven days. Editors download it at /functions/v1/new-tales-csv (`?days=30`). Every Monday it
// is also sent to REPORT_URL, if that is set: a file endpoint that takes PUT, such as WebDAV (Nextcloud), with REPORT_USER and REPORT_PASSWORD.

type Tale = {
  slug: string;
  title: string;
  author: { name: string };
  category: { name: string };
  publishDate: string;
  ageBand: string;
  readTime: number;
};
type Env = { REPORT_URL?: string; REPORT_USER?: string; REPORT_PASSWORD?: string };
type Context = { site: string; env: Env; log: Pick<Console, 'info'>; fetchApi: (path: string) => Promise<Response> };

export const config = {
  description: 'New tales as a spreadsheet',
  http: { methods: ['GET'], access: 'editTales' },
  schedule: '0 7 * * 1',
  env: ['REPORT_URL', 'REPORT_USER', 'REPORT_PASSWORD'],
  scopes: ['read'],
  timeout: 30,
};

const DAY_MS = 86_400_000;
const MAX_PAGES = 40;

/** Called with a request, or on the schedule with an event. */
export default async function report(input: Request | { occurred_at: string }, context: Context): Promise<Response | undefined> {
  if (input instanceof Request) {
    const days = Math.min(366, Math.max(1, Number(new URL(input.url).searchParams.get('days')) || 7));
    const csv = await writeCsv(await listTales(days, context), context.site);
    return new Response(csv, {
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="new-tales.csv"' },
    });
  }
  const { env, log, site } = context;
  if (!env.REPORT_URL) return void log.info('REPORT_URL is not set: nothing is sent.');
  const tales = await listTales(7, context);
  const login = env.REPORT_USER ? { authorization: `Basic ${btoa(`${env.REPORT_USER}:${env.REPORT_PASSWORD ?? ''}`)}` } : {};
  const name = `new-tales-${input.occurred_at.slice(0, 10)}.csv`;
  const response = await fetch(`${env.REPORT_URL.replace(/\/$/, '')}/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'text/csv; charset=utf-8', ...login },
    body: writeCsv(tales, site),
  });
  if (!response.ok) throw new Error(`The file endpoint answered ${response.status}.`);
  log.info(`Sent ${name} with ${tales.length} tales`);
  return undefined;
}

async function listTales(days: number, { fetchApi }: Context): Promise<Tale[]> {
  const since = Date.now() - days * DAY_MS;
  const tales: Tale[] = [];
  let after = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const response = await fetchApi(`/recent?${new URLSearchParams(after === '' ? {} : { after })}`);
    if (!response.ok) throw new Error(`The API answered ${response.status}.`);
    const { tales: found, next } = (await response.json()) as { tales: Tale[]; next: string | null };
    const fresh = found.filter(({ publishDate }) => Date.parse(publishDate) >= since);
    tales.push(...fresh);
    if (next === null || fresh.length < found.length) break;
    after = next;
  }
  return tales;
}

function writeCsv(tales: readonly Tale[], site: string): string {
  const rows = tales.map(({ publishDate, title, author, category, ageBand, readTime, slug }) => [
    ...[publishDate.slice(0, 10), title, author.name, category.name, ageBand, String(readTime), `${site}/tale/${slug}`],
  ]);
  const lines = [['Date', 'Title', 'Author', 'Category', 'Age', 'Minutes', 'URL'], ...rows];
  // The first character tells spreadsheets that this is UTF-8.
  return `\ufeff${lines.map((cells) => cells.map(quote).join(',')).join('\r\n')}\r\n`;
}

/** A leading =, +, - or @ would be a formula. */
function quote(text: string): string {
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
