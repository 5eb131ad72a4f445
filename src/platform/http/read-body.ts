/** Parsing of request bodies: JSON, or URL-encoded forms. */
import type { Context } from 'hono';
import type { z } from 'zod';
import { AppError, badRequest } from '#src/platform/errors.ts';
import { type AppEnv, getRequestContext } from './request-context.ts';

/**
 * Reads the whole body within the server's limits; Hono's own methods have none. Every body that is not streamed is read here, after the
 * sender was authorised.
 * @throws AppError 413 `too_large`, 503 `busy`
 */
export async function readBytes(c: Context<AppEnv>): Promise<Buffer> {
  const { readBody } = getRequestContext(c);
  return readBody === undefined ? Buffer.from(await c.req.arrayBuffer()) : readBody();
}

export async function readText(c: Context<AppEnv>): Promise<string> {
  return new TextDecoder().decode(await readBytes(c));
}

/**
 * Reads and validates a JSON body, or a URL-encoded form as an object of strings (the first of repeated fields).
 * @throws AppError 400 `bad_json` for malformed JSON, 422 `invalid` with messages by field
 */
export async function readBody<Schema extends z.ZodType>(c: Context<AppEnv>, schema: Schema): Promise<z.output<Schema>> {
  return parseBody(schema, await readFormOrJson(c));
}

/**
 * Validates a parsed body.
 * @throws AppError 422 `invalid` with messages by field
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalid(problemsByField(parsed.error));
}

/**
 * Reads the body without validating it.
 * @throws AppError 400 `bad_json`
 */
export async function readFormOrJson(c: Context<AppEnv>): Promise<unknown> {
  return isForm(c) ? readForm(c) : readJson(c);
}

/** Whether the body is a URL-encoded form, which is answered with pages instead of JSON. */
export function isForm(c: Context<AppEnv>): boolean {
  return (c.req.header('content-type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/** Reads the fields of a URL-encoded form. */
export async function readForm(c: Context<AppEnv>): Promise<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await readText(c))) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** Returns a 422 error with messages by field; the key `form` is for the whole form. */
export function invalid(fields: Record<string, string[]>): AppError {
  const message = Object.values(fields)[0]?.[0] ?? 'Invalid input.';
  return new AppError(422, 'invalid', message, { fields });
}

/** Returns the messages of a validation error by field. */
export function problemsByField(error: z.ZodError): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const issue of error.issues) {
    // Only the names of unknown fields are reported.
    const names = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 5) : [issue.path.join('.') || 'form'];
    const message = issue.code === 'unrecognized_keys' ? 'Unknown field.' : issue.message;
    for (const name of names) fields.set(name, [...(fields.get(name) ?? []), message]);
  }
  return Object.fromEntries(fields);
}

async function readJson(c: Context<AppEnv>): Promise<unknown> {
  try {
    return JSON.parse(await readText(c));
  } catch {
    throw badRequest('Malformed JSON.', 'bad_json');
  }
}
