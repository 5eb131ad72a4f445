/** Bodies of requests, as schemas know them: JSON, or a form of ours. */
import type { Context } from 'hono';
import type { z } from 'zod';
import { AppError, badRequest } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from './exchange.ts';

/**
 * The whole body, within the limits of the server (request-body.ts). Every body that is not streamed is read here: what Hono offers knows
 * no limits. Whoever may not send it must be refused before. Throws 413 `too_large` and 503 `busy`.
 */
export async function readBytes(c: Context<AppEnv>): Promise<Buffer> {
  const { readBody } = exchangeOf(c);
  return readBody === undefined ? Buffer.from(await c.req.arrayBuffer()) : readBody();
}

export async function readText(c: Context<AppEnv>): Promise<string> {
  return new TextDecoder().decode(await readBytes(c));
}

/**
 * Reads the body by its Content-Type: JSON, or `application/x-www-form-urlencoded` as an object of texts (of a repeated field
 * the first). Throws 400 `bad_json` for what cannot be read, 422 `invalid` with the problems by field for what the schema refuses.
 */
export async function readBody<Schema extends z.ZodType>(c: Context<AppEnv>, schema: Schema): Promise<z.output<Schema>> {
  return parseBody(schema, await readUnparsed(c));
}

/** Parses a body that was read already. Throws 422 `invalid` with the problems by field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalid(problemsByField(parsed.error));
}

/** The body as `readBody` hands it to a schema. Throws 400 `bad_json`. */
export async function readUnparsed(c: Context<AppEnv>): Promise<unknown> {
  return isForm(c) ? readForm(c) : readJson(c);
}

/** True when the request carries one of our forms: it is answered with pages, not with JSON. */
export function isForm(c: Context<AppEnv>): boolean {
  return (c.req.header('content-type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/** The texts of a form of ours, by field. */
export async function readForm(c: Context<AppEnv>): Promise<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await readText(c))) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** 422 with what is wrong, by field. The field `form` stands for the whole. */
export function invalid(fields: Record<string, string[]>): AppError {
  const message = Object.values(fields)[0]?.[0] ?? 'Something in this form cannot be taken.';
  return new AppError(422, 'invalid', message, { fields });
}

/** What a schema has refused, as sentences by field. */
export function problemsByField(error: z.ZodError): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const issue of error.issues) {
    // Of a field that we do not know only the name is told.
    const names = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 5) : [issue.path.join('.') || 'form'];
    const message = issue.code === 'unrecognized_keys' ? 'This field is not known here.' : issue.message;
    for (const name of names) fields.set(name, [...(fields.get(name) ?? []), message]);
  }
  return Object.fromEntries(fields);
}

async function readJson(c: Context<AppEnv>): Promise<unknown> {
  try {
    return JSON.parse(await readText(c));
  } catch {
    throw badRequest('This is no JSON.', 'bad_json');
  }
}
