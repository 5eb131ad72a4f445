import { createRequire } from 'node:module';
import type * as argon2 from '@node-rs/argon2';

/** Replaces @node-rs/argon2 in unit tests, with the lowest cost: they log in hundreds of times. A stored hash names its own cost. */

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2;

export const { verify } = real;

export function hash(password: string, options: argon2.Options): Promise<string> {
  return real.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
}
