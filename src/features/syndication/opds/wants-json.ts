import { TYPES } from './opds-types.ts';

/** True when an Accept header names OPDS 2.0 and does not like Atom better. */
export function wantsJson(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const weights = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const given = parameters.find((parameter) => /^q=/.test(parameter))?.slice(2);
    const weight = given === undefined ? 1 : Number(given);
    weights.set(type, Math.max(weights.get(type) ?? 0, Number.isNaN(weight) ? 0 : weight));
  }
  const json = weights.get(TYPES.json) ?? 0;
  return json > 0 && json >= (weights.get('application/atom+xml') ?? 0);
}
