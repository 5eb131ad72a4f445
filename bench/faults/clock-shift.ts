import { runSql } from '#test/sql.ts';
import { totpOf } from '#test/totp.ts';
import type { Checks } from './checks.ts';
import { enter, isSignedIn, nextPerson, type Sink, type Site, signIn, tokenMailed } from './clock-users.ts';
import { PASSWORD, register, send } from './users.ts';

/** What people do at a site whose clock is wrong, and at another with the true time, on one database. */

export type Pair = { truth: Site; shifted: Site; sink: Sink; databaseUrl: string; checks: Checks };

const NEW_PASSWORD = 'seven lanterns over marmalade';

/** Everything that ends by time, opened at one and used at the other. */
export async function judgeShift(pair: Pair): Promise<void> {
  await judgeVerification(pair);
  await judgeReset(pair);
  await judgeSessions(pair);
  await judgeSecondFactor(pair);
}

async function judgeVerification({ truth, shifted, sink, databaseUrl, checks }: Pair): Promise<void> {
  const there = await enter(sink, truth, shifted);
  checks.that('a link made under the true clock confirms at the shifted site', there.status === 200);
  checks.that('who confirms there is signed in at both', await isAtBoth({ truth, shifted }, there.cookie));
  const here = await enter(sink, shifted, truth);
  checks.that('a link made at the shifted site confirms under the true clock', here.status === 200);
  checks.that('who confirms here is signed in at both', await isAtBoth({ truth, shifted }, here.cookie));

  const { email, n } = nextPerson();
  await register(shifted.origin, email, n);
  const token = await tokenMailed(sink, email);
  checks.that('a link to confirm lasts 24 hours', await lasts(databaseUrl, email, 24 * 60));
  const use = () => send(shifted.origin, 'POST', '/verifications', { n, body: { token, email } });
  await setTokenEnd(databaseUrl, email, "- interval '1 second'");
  checks.that('a link that is over by a second opens nothing at the shifted site', (await use()).status === 410);
  await setTokenEnd(databaseUrl, email, "+ interval '20 seconds'");
  checks.that('a link with 20 seconds left opens at the shifted site', (await use()).status === 200);
}

async function judgeReset({ truth, shifted, sink, databaseUrl, checks }: Pair): Promise<void> {
  for (const [asked, used, where] of [
    [truth, shifted, 'a reset asked for under the true clock, done at the shifted site'],
    [shifted, truth, 'a reset asked for at the shifted site, done under the true clock'],
    [shifted, shifted, 'a reset asked for and done at the shifted site'],
  ] as const) {
    const person = await enter(sink, truth, truth);
    const { email, n } = person;
    await send(asked.origin, 'POST', '/password-resets', { n, body: { email } });
    const token = await tokenMailed(sink, email, 2);
    checks.that(`${where}: the link lasts 30 minutes`, await lasts(databaseUrl, email, 30));
    const { status } = await send(used.origin, 'PUT', '/password-resets', { n, body: { token, email, password: NEW_PASSWORD } });
    checks.that(where, status === 204);
    checks.that(`${where}: the session before is over`, !(await isSignedIn(truth, person.cookie)));
    const signedIn = await signIn(shifted, person, NEW_PASSWORD);
    checks.that(`${where}: the new password signs in`, signedIn.status === 200 && (await isAtBoth({ truth, shifted }, signedIn.cookie)));
  }
  const { email, n } = await enter(sink, truth, truth);
  await send(shifted.origin, 'POST', '/sign-in-links', { n, body: { email } });
  const token = await tokenMailed(sink, email, 2);
  const { status } = await send(truth.origin, 'POST', '/session/link', { n, body: { token, email } });
  checks.that('a link to sign in, asked for at the shifted site, signs in', status === 200);
}

async function judgeSessions({ truth, shifted, sink, databaseUrl, checks }: Pair): Promise<void> {
  const person = await enter(sink, truth, truth);
  const { cookie } = await signIn(shifted, person);
  const setSessions = (end: string) =>
    runSql(databaseUrl, `update sessions set ${end} from users where users.id = user_id and email = $1`, [person.email]);
  const days = await runSql<{ days: number }>(
    databaseUrl,
    `select extract(epoch from expires_at - now())::float8 / 86400 as days
      from sessions join users on users.id = user_id where email = $1 order by sessions.created_at desc`,
    [person.email],
  );
  checks.that('a session made at the shifted site lasts 14 days', Math.abs((days[0]?.days ?? 0) - 14) < 0.001);
  await setSessions("updated_at = now() - interval '13 days 23 hours 59 minutes'");
  checks.that('one not visited for a minute less than 14 days is alive at the shifted site', await isSignedIn(shifted, cookie));
  checks.that('and goes on at both', await isAtBoth({ truth, shifted }, cookie));
  await setSessions("updated_at = now() - interval '14 days'");
  checks.that('one not visited for 14 days is over at the shifted site', !(await isSignedIn(shifted, cookie)));
}

/** Codes of an app are by the clock of the process, and by that of the telephone; recovery codes and the time for a challenge are not. */
async function judgeSecondFactor({ truth, shifted, sink, checks }: Pair): Promise<void> {
  const person = await enter(sink, truth, truth);
  const { n, cookie } = person;
  const begun = await send(shifted.origin, 'POST', '/account/second-factor', { n, cookie, body: { current: PASSWORD } });
  checks.that('a second factor is begun at the shifted site', begun.status === 200);
  checks.that('and the session is still there', await isAtBoth({ truth, shifted }, cookie));
  const uri = (begun.body as { uri?: string }).uri;
  if (uri === undefined) return;
  const code = totpOf(uri, await timeOf(shifted));
  const finished = await send(shifted.origin, 'PUT', '/account/second-factor', { n, cookie, body: { code } });
  checks.that('and finished, by a code of its own time', finished.status === 200);
  const { recoveryCodes = [] } = finished.body as { recoveryCodes?: string[] };
  checks.that('whoever finished it is signed in at both', await isAtBoth({ truth, shifted }, finished.cookie));
  for (const [index, [asked, met]] of [
    [shifted, truth],
    [truth, shifted],
  ].entries()) {
    if (asked === undefined || met === undefined) continue;
    const challenge = await signIn(asked, person);
    const answer = await send(met.origin, 'POST', '/session/code', {
      n,
      cookie: challenge.cookie,
      body: { code: recoveryCodes[index] ?? '' },
    });
    checks.that(
      'a challenge of one site is met at the other',
      answer.status === 200 && (await isAtBoth({ truth, shifted }, answer.cookie)),
    );
  }
}

/** The clock of a site, as it says itself; ms. */
export async function timeOf({ origin }: Site): Promise<number> {
  const answer = await fetch(`${origin}/healthz`);
  await answer.arrayBuffer();
  return Date.parse(answer.headers.get('date') ?? '');
}

async function isAtBoth({ truth, shifted }: Pick<Pair, 'truth' | 'shifted'>, cookie: string): Promise<boolean> {
  return (await isSignedIn(truth, cookie)) && (await isSignedIn(shifted, cookie));
}

/** Whether the token of an address ends so many minutes from now, to half a minute. */
async function lasts(databaseUrl: string, email: string, minutes: number): Promise<boolean> {
  const [row] = await runSql<{ left: number }>(
    databaseUrl,
    'select extract(epoch from expires_at - now())::float8 / 60 as left from one_time_tokens where email = $1',
    [email],
  );
  return Math.abs((row?.left ?? 0) - minutes) < 0.5;
}

function setTokenEnd(databaseUrl: string, email: string, from: string): Promise<unknown> {
  return runSql(databaseUrl, `update one_time_tokens set expires_at = now() ${from} where email = $1`, [email]);
}
