/** Every endpoint that is described to the outside, in one form: for OpenAPI and for the guide. */
import { z } from 'zod';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import { PUBLIC_ENDPOINTS } from './api.ts';

/** A schema of JSON (2020-12), as zod writes it. */
export type JsonSchema = { [keyword: string]: unknown };

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; isRequired: boolean; about: string; schema: JsonSchema };

/** `access`: who may ask. `path` begins behind /api/v1. */
export type Described = {
  method: string;
  path: string;
  summary: string;
  access: 'everyone' | 'editors' | 'people';
  parameters: Parameter[];
  body: JsonSchema | undefined;
  takes: readonly string[];
  status: number;
  answer: JsonSchema | undefined;
  gives: string | undefined;
  refusals: Readonly<Record<number, string>>;
};

const IDEMPOTENCY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  isRequired: false,
  about: 'Of your own making, up to 64 characters: the same request with the same key is carried out once.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
};

/** `editors`: for programs with a key and for people; `people`: for people alone. Both stand below /admin. */
export function describeEndpoints(parts: { editors: readonly Endpoint<never>[]; people: readonly Endpoint<never>[] }): Described[] {
  return [
    ...PUBLIC_ENDPOINTS.map(describePublic),
    ...parts.editors.map((endpoint) => describe(endpoint, 'editors')),
    ...parts.people.map((endpoint) => describe(endpoint, 'people')),
  ];
}

function describePublic({ path, summary, query, answer }: (typeof PUBLIC_ENDPOINTS)[number]): Described {
  const slug: Parameter = { name: 'slug', in: 'path', isRequired: true, about: '', schema: { type: 'string' } };
  const parameters = Object.entries(query).map(
    ([name, about]): Parameter => ({ name, in: 'query', isRequired: false, about, schema: { type: 'string' } }),
  );
  return {
    ...{ method: 'GET', path, summary, access: 'everyone', body: undefined, takes: [], status: 200, gives: undefined },
    parameters: [...(path.includes('{slug}') ? [slug] : []), ...parameters],
    answer: toJsonSchema(answer, 'output'),
    refusals: path.includes('{slug}') ? { 404: 'There is nothing of that name' } : {},
  };
}

function describe(endpoint: Endpoint<never>, access: 'editors' | 'people'): Described {
  const { method, path, summary, params, query, headers, body, takes, status, answer, gives } = endpoint;
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...Object.entries(headers).map(
      ([name, about]): Parameter => ({ name, in: 'header', isRequired: name === 'If-Match', about, schema: { type: 'string' } }),
    ),
    ...(method === 'GET' ? [] : [IDEMPOTENCY]),
  ];
  const common: Record<number, string> = {
    ...(Object.keys(query.shape).length > 0 && { 400: 'This cannot be asked for' }),
    401: access === 'people' ? 'Nobody is signed in' : 'Nobody is signed in, or the key is not known, has ended or was revoked',
    403: access === 'people' ? 'Not by you' : 'Not by you, or not with a key that may only read',
    ...(Object.keys(params.shape).length > 0 && { 404: 'There is nothing of that name' }),
    ...(body !== undefined && { 422: 'What is wrong, by field' }),
  };
  return {
    ...{ method, path: `/admin${path}`, summary, access, parameters, takes, status, gives },
    body: body && toJsonSchema(body, 'input'),
    answer: answer && toJsonSchema(answer, 'output'),
    refusals: { ...common, ...endpoint.refusals },
  };
}

function parametersOf(schema: z.ZodObject, place: 'path' | 'query'): Parameter[] {
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    ...{ name, in: place, isRequired: place === 'path' || required.includes(name), schema: property },
    about: typeof description === 'string' ? description : '',
  }));
}

/** What only code can say (a transformation, a check of ours) is left out of it. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
