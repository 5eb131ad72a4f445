import { setTimeout as wait } from 'node:timers/promises';
import type { ReceivedEmail } from '#test/smtp.ts';
import { PASSWORD, register, send, tokenIn } from './users.ts';

const LIMIT_MS = 30_000;
let users = 0;

/** Returns a new user: an email, and a number that determines the network. */
export function nextUser(): { email: string; n: number } {
  users += 1;
  return { email: `reader-${users}@tales.example`, n: users };
}

export type Site = { origin: string };
export type Sink = { received: ReceivedEmail[] };

/** Waits for the nth email to an address. Returns its token. */
export async function waitForToken({ received }: Sink, email: string, nth = 1): Promise<string> {
  const until = performance.now() + LIMIT_MS;
  while (performance.now() < until) {
    const message = received.filter(({ to }) => to[0] === email)[nth - 1];
    if (message !== undefined) return tokenIn(message);
    await wait(50);
  }
  throw new Error(`Email ${nth} to ${email} did not arrive.`);
}

/** Registers at one site, verifies at another, and returns the user with the response and its cookie. */
export async function registerAndVerify(sink: Sink, at: Site, opened: Site) {
  const user = nextUser();
  await register(at.origin, user.email, user.n);
  const token = await waitForToken(sink, user.email);
  const response = await send(opened.origin, 'POST', '/verifications', { n: user.n, body: { token, email: user.email } });
  return { ...user, ...response };
}

export async function isSignedIn({ origin }: Site, cookie: string): Promise<boolean> {
  const { body } = await send(origin, 'GET', '/me', { n: 0, cookie });
  return (body as { person?: unknown } | undefined)?.person != null;
}

export function signIn({ origin }: Site, { email, n }: { email: string; n: number }, password = PASSWORD) {
  return send(origin, 'POST', '/session', { n, body: { email, password } });
}
