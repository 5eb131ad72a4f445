/** What the guide to the API shows, out of the endpoints themselves. */
import type { ApiGuide, GuideEndpoint, GuidePart } from '#src/features/api-guide/contract.ts';
import type { Described } from './described-endpoints.ts';
import { operationId } from './openapi.ts';
import { exampleOf, rowsOf } from './schema-rows.ts';

/** In the order of the page; what is none of these stands last, under its own name. */
const TITLES: Record<string, string> = {
  home: 'The home page',
  tales: 'Tales',
  'tale-cards': 'Tales',
  recent: 'Tales',
  suggestions: 'Tales',
  choices: 'What can be chosen',
  categories: 'Categories',
  authors: 'Authors',
  collections: 'Collections',
  featured: 'Featured tales',
  letters: 'The weekly letter',
  newsletter: 'The weekly letter',
  media: 'Pictures',
  drafts: 'Drafts',
};

export function apiGuide(endpoints: readonly Described[], publicUrl: string): ApiGuide {
  const address = `${publicUrl}/api/v1`;
  const parts = (access: Described['access']) =>
    toParts(
      endpoints.filter((endpoint) => endpoint.access === access),
      address,
    );
  return { address, reading: parts('everyone'), editing: parts('editors') };
}

function toParts(endpoints: readonly Described[], address: string): GuidePart[] {
  const parts = new Map<string, GuidePart>();
  for (const endpoint of endpoints) {
    const title = titleOf(endpoint);
    const part = parts.get(title) ?? { id: `${endpoint.access}-${title.toLowerCase().replace(/\W+/g, '-')}`, title, endpoints: [] };
    part.endpoints.push(toGuideEndpoint(endpoint, address));
    parts.set(title, part);
  }
  const order = [...new Set(Object.values(TITLES))];
  const rank = ({ title }: GuidePart) => (order.includes(title) ? order.indexOf(title) : order.length);
  return [...parts.values()].toSorted((a, b) => rank(a) - rank(b));
}

function titleOf({ path }: Described): string {
  const name = path.replace(/^\/admin/, '').split('/')[1] ?? '';
  return TITLES[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('-', ' ');
}

function toGuideEndpoint(endpoint: Described, address: string): GuideEndpoint {
  const { method, path, summary, parameters, body, takes, status, answer, gives, refusals } = endpoint;
  return {
    ...{ id: operationId(method, path), method, path, summary, takes, status, gives },
    parameters: parameters.map(({ name, isRequired, about, schema, in: place }) => ({
      ...{ name, isRequired },
      type: `${rowsOf(schema)[0]?.type ?? 'text'}, ${PLACES[place]}`,
      about,
    })),
    body: rowsOf(body),
    answer: rowsOf(answer),
    refusals: Object.entries(refusals).map(([code, text]) => ({ status: Number(code), text })),
    curl: curlOf(endpoint, address),
  };
}

const PLACES = { path: 'in the path', query: 'in the address', header: 'as a header' };

/** One that is there. */
function slugOf(path: string): string {
  return path.startsWith('/pages/') ? 'about' : 'the-snow-queen';
}

function curlOf({ method, path, access, parameters, body, takes, gives }: Described, address: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'slug' ? slugOf(path) : name === 'version' ? '6' : name.toUpperCase(),
  );
  const lines = [
    `curl${gives === 'text/event-stream' ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} '${address}${filled}'`,
    ...(access === 'everyone' ? [] : [`-H 'Authorization: Bearer tw_…'`]),
    ...(parameters.some(({ name }) => name === 'If-Match') ? [`-H 'If-Match: "7"'`] : []),
    ...(method === 'POST' ? [`-H 'Idempotency-Key: 3f2a9c'`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(exampleOf(body))}'`]),
    ...(takes.length === 0 ? [] : [`-H 'Content-Type: image/jpeg'`, `--data-binary @cover.jpg`]),
  ];
  return lines.join(' \\\n  ');
}
