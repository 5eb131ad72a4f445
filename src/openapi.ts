/** The description of the API in OpenAPI 3.1 (spec.openapis.org/oas/v3.1.1), out of the endpoints themselves. */
import type { Described, JsonSchema } from './described-endpoints.ts';

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'A problem (RFC 9457)',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Programs branch on this.' },
    detail: { type: 'string', description: 'A sentence for people.' },
    requestId: { type: 'string' },
    errors: { type: 'object', description: 'Sentences by field.', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const ABOUT = `Reading the tales needs no key. Working on the collection, below /admin, takes one: administrators make keys at /manage-keys.
Errors are problem details with a code. Lists are paged: pass \`next\` back as \`after\`. What can be changed has an ETag; a change names it in If-Match.`;

const SECURITY = { everyone: [], editors: [{ key: [] }, { session: [] }], people: [{ session: [] }] } as const;

/** `publicUrl`: where the site is reached, without a slash at the end. */
export function openApi(endpoints: readonly Described[], publicUrl: string): object {
  const paths = new Map<string, Record<string, object>>();
  for (const endpoint of endpoints) {
    paths.set(endpoint.path, { ...paths.get(endpoint.path), [endpoint.method.toLowerCase()]: operation(endpoint) });
  }
  const cookie = publicUrl.startsWith('https:') ? '__Host-talewood_session' : 'talewood_session';
  return {
    openapi: '3.1.1',
    info: { title: 'Talewood', version: '1.0.0', description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: `${publicUrl}/api/v1` }],
    externalDocs: { description: 'The same for people to read', url: `${publicUrl}/api` },
    tags: [
      { name: 'reading', description: 'The tales, for everyone' },
      { name: 'editing', description: 'Work on the collection' },
      {
        name: 'people',
        description: 'What administrators do at a screen and no program may: keys, letters of readers, the texts behind the footer',
      },
    ],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key of an administrator, as in `Authorization: Bearer tw_…`' },
        session: {
          ...{ type: 'apiKey', in: 'cookie', name: cookie },
          description: 'Of who is signed in in a browser; changes are then taken from pages of the site alone',
        },
      },
    },
  };
}

const TAGS = { everyone: 'reading', editors: 'editing', people: 'people' } as const;

function operation(endpoint: Described): object {
  const { method, path, summary, access, parameters } = endpoint;
  const body = bodyOf(endpoint);
  return {
    summary,
    operationId: operationId(method, path),
    tags: [TAGS[access]],
    security: SECURITY[access],
    ...(parameters.length > 0 && {
      parameters: parameters.map(({ name, in: place, isRequired, about, schema }) => ({
        ...{ name, in: place, required: isRequired, schema },
        ...(about !== '' && { description: about }),
      })),
    }),
    ...(body !== undefined && { requestBody: { required: true, content: body } }),
    responses: responsesOf(endpoint),
  };
}

/** `GET /admin/tales/{id}` is getAdminTalesId. */
export function operationId(method: string, path: string): string {
  return method.toLowerCase() + path.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase());
}

function bodyOf({ body, takes }: Described): object | undefined {
  if (body !== undefined) return { 'application/json': { schema: body } };
  return takes.length > 0 ? Object.fromEntries(takes.map((type) => [type, {}])) : undefined;
}

function responsesOf({ status, answer, gives, refusals }: Described): object {
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  });
  const content = gives !== undefined ? { [gives]: { schema: { type: 'string' } } } : answer && { 'application/json': { schema: answer } };
  return {
    [status]: { description: content === undefined ? 'Done' : 'The answer', ...(content !== undefined && { content }) },
    ...Object.fromEntries(Object.entries(refusals).map(([code, text]) => [code, problem(text)])),
    default: problem('Any other problem'),
  };
}
