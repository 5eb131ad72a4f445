/**
 * Endpoints of the API, each described once: from this are made its route, the check of what is sent, and its part of the
 * OpenAPI description, so that none of them can say what the others do not.
 */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { badRequest, notFound } from '#src/platform/errors.ts';
import type { AppEnv } from './exchange.ts';
import { readBody } from './read-body.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler gets: all that was sent, parsed. `Asker` is what the guard makes of who asks. */
export type Call<Asker, Params, Query, Body> = { c: Context<AppEnv>; asker: Asker; params: Params; query: Query; body: Body };

/** An endpoint as it is kept in a list, whatever its types. */
export type Endpoint<Asker> = {
  method: Method;
  /** Below where it is mounted, with parameters in braces: `/tales/{id}`. */
  path: string;
  /** One line for people who read the description. */
  summary: string;
  params: z.ZodObject;
  query: z.ZodObject;
  body: z.ZodType | undefined;
  /** Media types of a body that is no JSON, such as a picture. */
  takes: readonly string[];
  /** Undefined: no content. */
  answer: z.ZodType | undefined;
  /** Media type of an answer that is no JSON. */
  gives: string | undefined;
  /** Of the answer when all goes well. */
  status: 200 | 201 | 202 | 204;
  /** What else may come, by status, in a few words: `{ 412: 'Somebody has changed it since' }`. */
  refusals: Record<number, string>;
  /** Request headers it knows: `{ 'If-Match': 'The ETag that was read' }`. */
  headers: Record<string, string>;
  /** A Response for what is no JSON; else the answer's value, or nothing for 204. */
  handle(c: Context<AppEnv>, asker: Asker): Promise<Response>;
};

type Spec<Asker, P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, A extends z.ZodType> = {
  method: Method;
  path: string;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  takes?: readonly string[];
  answer?: A;
  gives?: string;
  status?: Endpoint<Asker>['status'];
  refusals?: Record<number, string>;
  headers?: Record<string, string>;
  run(call: Call<Asker, z.output<P>, z.output<Q>, z.output<B>>): Promise<z.input<A> | Response | undefined>;
};

const Nothing = z.strictObject({});

/**
 * Describes an endpoint. `params` and `query` are strict objects of texts; `run` gets them parsed, and gives the answer's value.
 * A parameter that does not parse is 404 (there is nothing of that name), a query 400 `bad_query`, a body 422 `invalid` by field.
 */
export function endpoint<
  Asker,
  P extends z.ZodObject = typeof Nothing,
  Q extends z.ZodObject = typeof Nothing,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodUndefined,
>(spec: Spec<Asker, P, Q, B, A>): Endpoint<Asker> {
  const { method, path, summary, answer, body, refusals = {}, headers = {}, takes = [], gives } = spec;
  const params = spec.params ?? Nothing;
  const query = spec.query ?? Nothing;
  const status = spec.status ?? (answer === undefined && gives === undefined ? 204 : 200);
  return {
    ...{ method, path, summary, answer, body, refusals, headers, params, query, status, takes, gives },
    async handle(c, asker) {
      const call = {
        ...{ c, asker },
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

/** The routes of endpoints. `guard` says who asks, or throws; it is asked before anything else is looked at. */
export function endpointRoutes<Asker>(endpoints: readonly Endpoint<Asker>[], guard: (c: Context<AppEnv>) => Promise<Asker>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const one of endpoints) {
    app.on(one.method, one.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const asker = await guard(c);
      c.header('Cache-Control', 'no-store');
      return one.handle(c, asker);
    });
  }
  return app;
}

function readParams(c: Context<AppEnv>, schema: z.ZodObject): unknown {
  const parsed = schema.safeParse(c.req.param());
  if (!parsed.success) throw notFound();
  return parsed.data;
}

/** Of a parameter that comes twice the first counts. */
function readQuery(c: Context<AppEnv>, schema: z.ZodObject): unknown {
  const given = new Map<string, string>();
  for (const [name, value] of new URL(c.req.url).searchParams) if (!given.has(name)) given.set(name, value);
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error.issues[0]?.message ?? 'This cannot be asked for.', 'bad_query');
}
