import { setTimeout as wait } from 'node:timers/promises';
import type { ReceivedEmail } from '#test/smtp.ts';
import { PASSWORD, register, send, tokenIn } from './users.ts';

const LIMIT_MS = 30_000;
let people = 0;

/** Someone new: an address, and a number that gives a network of their own. */
export function nextPerson(): { email: string; n: number } {
  people += 1;
  return { email: `reader-${people}@tales.example`, n: people };
}

export type Site = { origin: string };
export type Sink = { received: ReceivedEmail[] };

/** The token of the nth mail to an address, as soon as it comes. */
export async function tokenMailed({ received }: Sink, email: string, nth = 1): Promise<string> {
  const until = performance.now() + LIMIT_MS;
  while (performance.now() < until) {
    const mail = received.filter(({ to }) => to[0] === email)[nth - 1];
    if (mail !== undefined) return tokenIn(mail);
    await wait(50);
  }
  throw new Error(`Mail ${nth} to ${email} does not come.`);
}

/** Registers at one site, opens the link at another, and returns the answer to that, with its cookie. */
export async function enter(sink: Sink, at: Site, opened: Site) {
  const person = nextPerson();
  await register(at.origin, person.email, person.n);
  const token = await tokenMailed(sink, person.email);
  const answer = await send(opened.origin, 'POST', '/verifications', { n: person.n, body: { token, email: person.email } });
  return { ...person, ...answer };
}

export async function isSignedIn({ origin }: Site, cookie: string): Promise<boolean> {
  const { body } = await send(origin, 'GET', '/me', { n: 0, cookie });
  return (body as { person?: unknown } | undefined)?.person != null;
}

export function signIn({ origin }: Site, { email, n }: { email: string; n: number }, password = PASSWORD) {
  return send(origin, 'POST', '/session', { n, body: { email, password } });
}
