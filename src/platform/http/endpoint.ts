import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { badRequest, notFound } from '#src/platform/errors.ts';
import { etagOf } from './if-match.ts';
import { readBody } from './read-body.ts';
import type { AppEnv } from './request-context.ts';

/** API endpoints: route, validation and OpenAPI description come from one declaration. */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parsed request, and its sender as returned by the guard (`caller`). */
type Call<Caller, Params, Query, Body> = { c: Context<AppEnv>; caller: Caller; params: Params; query: Query; body: Body };

/** An operation of the API, for OpenAPI and the API guide. */
export type Operation = {
  /** operationId, unique in the API: verb and object, such as `listTales`. */
  id: string;
  method: Method;
  /** Relative to the mount point, with parameters in braces: `/tales/{id}`. */
  path: string;
  /** Short title: `List tales`. */
  summary: string;
  /** Description in Markdown. */
  description: string;
  params: z.ZodObject;
  query: z.ZodObject;
  /** Request headers other than If-Match and Idempotency-Key, with their descriptions. */
  headers: Record<string, string>;
  /** Whether If-Match is required. */
  ifMatch: boolean;
  body: z.ZodType | undefined;
  /** Media types of request bodies other than JSON, such as images. */
  requestTypes: readonly string[];
  /** Undefined for no content. */
  response: z.ZodType | undefined;
  /** Media type of responses other than JSON. */
  responseType: string | undefined;
  /** Status of success. */
  status: 200 | 201 | 202 | 204;
  /** Descriptions of errors by status: `{ 409: 'The tale is in the trash' }`. */
  errors: Record<number, string>;
};

/** An operation with its handler. */
export type Endpoint<Caller> = Operation & { handle(c: Context<AppEnv>, caller: Caller): Promise<Response> };

type OperationSpec<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, A extends z.ZodType> = Pick<
  Operation,
  'id' | 'method' | 'path' | 'summary' | 'description'
> &
  Partial<Pick<Operation, 'headers' | 'ifMatch' | 'requestTypes' | 'responseType' | 'status' | 'errors'>> & {
    params?: P;
    query?: Q;
    body?: B;
    response?: A;
  };

type EndpointSpec<Caller, P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, A extends z.ZodType> = OperationSpec<
  P,
  Q,
  B,
  A
> & {
  /** Returns the JSON response, undefined for 204, or any other Response. */
  run(call: Call<Caller, z.output<P>, z.output<Q>, z.output<B>>): Promise<z.input<A> | Response | undefined>;
};

const Nothing = z.strictObject({});

/** Describes an operation whose route is registered elsewhere. */
export function describeOperation(spec: OperationSpec<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>): Operation {
  const { id, method, path, summary, description, body, response, responseType } = spec;
  const { params = Nothing, query = Nothing, headers = {}, ifMatch = false, requestTypes = [], errors = {} } = spec;
  const status = spec.status ?? (response === undefined && responseType === undefined ? 204 : 200);
  return {
    ...{ id, method, path, summary, description, params, query, headers, ifMatch, body, requestTypes, response, responseType },
    ...{ status, errors },
  };
}

/**
 * Declares an operation with its handler. `params` and `query` are strict objects of strings; `run` gets them parsed. Invalid path
 * parameters are 404, an invalid query 400 `bad_query`, an invalid body 422 `invalid` with messages by field.
 */
export function endpoint<
  Caller,
  P extends z.ZodObject = typeof Nothing,
  Q extends z.ZodObject = typeof Nothing,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodUndefined,
>(spec: EndpointSpec<Caller, P, Q, B, A>): Endpoint<Caller> {
  const operation = describeOperation(spec);
  const { params, query, body, status } = operation;
  return {
    ...operation,
    async handle(c, caller) {
      const call = {
        ...{ c, caller },
        params: readParams(c, params) as z.output<P>,
        query: readQuery(c, query) as z.output<Q>,
        body: (body === undefined ? undefined : await readBody(c, body)) as z.output<B>,
      };
      const value = await spec.run(call);
      if (value instanceof Response) return value;
      return value === undefined ? c.body(null, 204) : c.json(value as object, status === 204 ? 200 : status);
    },
  };
}

/** Returns the routes of the endpoints. `guard` identifies the sender or throws; it runs before anything else is read. */
export function endpointRoutes<Caller>(
  endpoints: readonly Endpoint<Caller>[],
  guard: (c: Context<AppEnv>) => Promise<Caller>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const one of endpoints) {
    app.on(one.method, one.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const caller = await guard(c);
      c.header('Cache-Control', 'no-store');
      return one.handle(c, caller);
    });
  }
  return app;
}

function readParams(c: Context<AppEnv>, schema: z.ZodObject): unknown {
  const parsed = schema.safeParse(c.req.param());
  if (!parsed.success) throw notFound();
  return parsed.data;
}

/** The first of repeated parameters counts. */
function readQuery(c: Context<AppEnv>, schema: z.ZodObject): unknown {
  const given = new Map<string, string>();
  for (const [name, value] of new URL(c.req.url).searchParams) if (!given.has(name)) given.set(name, value);
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error.issues[0]?.message ?? 'Invalid query.', 'bad_query');
}

export const INVALID = 'Invalid input, with messages by field in `errors`';

/** Positive integers within the range of our ids. */
export const Id = z.int('Choose one of the list').min(1, 'Choose one of the list').max(2_000_000_000, 'Choose one of the list');
export const SmallId = Id.max(32_000, 'Choose one of the list');

const toNumber = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^[1-9]\\d{0,${digits - 1}}$`))
    .transform(Number);
export const WithId = z.strictObject({ id: toNumber(9) });
export const WithSmallId = z.strictObject({ id: toNumber(4) });
export const OptionalId = toNumber(9).optional();

/** Sets the ETag of a response to its version. */
export function withVersion<Shown extends { version: number }>(c: Context<AppEnv>, shown: Shown): Shown {
  c.header('ETag', etagOf(shown.version));
  return shown;
}

/** Sets `Location` and `ETag` for a created record. `collectionUrl`: the URL of the POST. */
export function created<Shown extends { id: number; version: number }>(c: Context<AppEnv>, collectionUrl: string, shown: Shown): Shown {
  c.header('Location', `${collectionUrl}/${shown.id}`);
  return withVersion(c, shown);
}
