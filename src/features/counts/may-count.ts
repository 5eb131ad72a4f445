import type { Context } from 'hono';

/** Machines that say what they are. Of others nothing is guessed. */
const MACHINE = /bot\b|crawl|spider|slurp/i;

/**
 * Whether what is asked for counts: not where the browser asks not to be followed (Sec-GPC, DNT), when it fetches ahead, or for a machine that
 * looks through the whole site. These headers are looked at and kept nowhere.
 */
export function mayCount(c: Context): boolean {
  const said = (name: string) => c.req.header(name);
  return (
    c.req.method !== 'HEAD' &&
    said('sec-gpc') !== '1' &&
    said('dnt') !== '1' &&
    !/prefetch|prerender/.test(said('sec-purpose') ?? said('purpose') ?? '') &&
    !MACHINE.test(said('user-agent') ?? '')
  );
}
