/** Parts that the endpoints of the catalogue have in common. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { etagOf } from '#src/platform/http/if-match.ts';
import { urls } from '#src/urls.ts';

export const CHANGED = { 412: 'Somebody has changed it since', 422: 'What is wrong, by field', 428: 'If-Match is missing' };
export const MATCH = { 'If-Match': 'The ETag that was read' };

/** Whole numbers above 0 that fit the smallest of our ids. */
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

/** Gives an answer the ETag of what it shows. */
export function withVersion<Shown extends { version: number }>(c: Context<AppEnv>, shown: Shown): Shown {
  c.header('ETag', etagOf(shown.version));
  return shown;
}

/** The same for something new, with its address in the API. */
export function madeAt<Shown extends { id: number; version: number }>(c: Context<AppEnv>, path: string, shown: Shown): Shown {
  c.header('Location', urls.api(`/admin${path}/${shown.id}`));
  return withVersion(c, shown);
}
