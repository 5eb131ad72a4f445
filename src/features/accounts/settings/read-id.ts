import type { Context } from 'hono';
import { z } from 'zod';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';

/** The `:id` of a route. Throws 404 for what no id of ours looks like. */
export function readId(c: Context<AppEnv>): string {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (!id.success) throw notFound();
  return id.data;
}
