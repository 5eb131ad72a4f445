import { runSql } from '#test/sql.ts';
import { totpOf } from '#test/totp.ts';
import type { Checks } from './checks.ts';
import { isSignedIn, nextUser, registerAndVerify, type Sink, type Site, signIn, waitForToken } from './clock-users.ts';
import { PASSWORD, register, send } from './users.ts';

/** User actions at a site with a wrong clock and at another with the correct time, on one database. */

export type Pair = { truth: Site; shifted: Site; sink: Sink; databaseUrl: string; checks: Checks };

const NEW_PASSWORD = 'seven lanterns over marmalade';

/** Creates everything that expires at one site, and uses it at the other. */
export async function checkShift(pair: Pair): Promise<void> {
  await checkVerification(pair);
  await checkReset(pair);
  await checkSessions(pair);
  await checkSecondFactor(pair);
}

async function checkVerification({ truth, shifted, sink, databaseUrl, checks }: Pair): Promise<void> {
  const there = await registerAndVerify(sink, truth, shifted);
  checks.check('a link created with the correct clock verifies at the shifted site', there.status === 200);
  checks.check('the user who verified there is logged in at both', await isAtBoth({ truth, shifted }, there.cookie));
  const here = await registerAndVerify(sink, shifted, truth);
  checks.check('a link created at the shifted site verifies with the correct clock', here.status === 200);
  checks.check('the user who verified here is logged in at both', await isAtBoth({ truth, shifted }, here.cookie));

  const { email, n } = nextUser();
  await register(shifted.origin, email, n);
  const token = await waitForToken(sink, email);
  checks.check('a verification link is valid for 24 hours', await expiresIn(databaseUrl, email, 24 * 60));
  const use = () => send(shifted.origin, 'POST', '/verifications', { n, body: { token, email } });
  await setTokenExpiry(databaseUrl, email, "- interval '1 second'");
  checks.check('a link that expired a second ago is rejected at the shifted site', (await use()).status === 410);
  await setTokenExpiry(databaseUrl, email, "+ interval '20 seconds'");
  checks.check('a link with 20 seconds left works at the shifted site', (await use()).status === 200);
}

async function checkReset({ truth, shifted, sink, databaseUrl, checks }: Pair): Promise<void> {
  for (const [requestedAt, usedAt, where] of [
    [truth, shifted, 'a reset requested with the correct clock, completed at the shifted site'],
    [shifted, truth, 'a reset requested at the shifted site, completed with the correct clock'],
    [shifted, shifted, 'a reset requested and completed at the shifted site'],
  ] as const) {
    const user = await registerAndVerify(sink, truth, truth);
    const { email, n } = user;
    await send(requestedAt.origin, 'POST', '/password-resets', { n, body: { email } });
    const token = await waitForToken(sink, email, 2);
    checks.check(`${where}: the link is valid for 30 minutes`, await expiresIn(databaseUrl, email, 30));
    const { status } = await send(usedAt.origin, 'PUT', '/password-resets', { n, body: { token, email, password: NEW_PASSWORD } });
    checks.check(where, status === 204);
    checks.check(`${where}: the previous session is revoked`, !(await isSignedIn(truth, user.cookie)));
    const signedIn = await signIn(shifted, user, NEW_PASSWORD);
    checks.check(`${where}: the new password logs in`, signedIn.status === 200 && (await isAtBoth({ truth, shifted }, signedIn.cookie)));
  }
  const { email, n } = await registerAndVerify(sink, truth, truth);
  await send(shifted.origin, 'POST', '/sign-in-links', { n, body: { email } });
  const token = await waitForToken(sink, email, 2);
  const { status } = await send(truth.origin, 'POST', '/session/link', { n, body: { token, email } });
  checks.check('a login link requested at the shifted site works', status === 200);
}

async function checkSessions({ truth, shifted, sink, databaseUrl, checks }: Pair): Promise<void> {
  const user = await registerAndVerify(sink, truth, truth);
  const { cookie } = await signIn(shifted, user);
  const setSessions = (end: string) =>
    runSql(databaseUrl, `update sessions set ${end} from users where users.id = user_id and email = $1`, [user.email]);
  const days = await runSql<{ days: number }>(
    databaseUrl,
    `select extract(epoch from expires_at - now())::float8 / 86400 as days
      from sessions join users on users.id = user_id where email = $1 order by sessions.created_at desc`,
    [user.email],
  );
  checks.check('a session created at the shifted site is valid for 14 days', Math.abs((days[0]?.days ?? 0) - 14) < 0.001);
  await setSessions("updated_at = now() - interval '13 days 23 hours 59 minutes'");
  checks.check('a session unused for a minute less than 14 days is active at the shifted site', await isSignedIn(shifted, cookie));
  checks.check('and active at both sites', await isAtBoth({ truth, shifted }, cookie));
  await setSessions("updated_at = now() - interval '14 days'");
  checks.check('a session unused for 14 days is expired at the shifted site', !(await isSignedIn(shifted, cookie)));
}

/** TOTP codes depend on the clocks of process and phone; recovery codes and challenges do not. */
async function checkSecondFactor({ truth, shifted, sink, checks }: Pair): Promise<void> {
  const user = await registerAndVerify(sink, truth, truth);
  const { n, cookie } = user;
  const started = await send(shifted.origin, 'POST', '/account/second-factor', { n, cookie, body: { current: PASSWORD } });
  checks.check('second factor setup starts at the shifted site', started.status === 200);
  checks.check('and the session is still active', await isAtBoth({ truth, shifted }, cookie));
  const uri = (started.body as { uri?: string }).uri;
  if (uri === undefined) return;
  const code = totpOf(uri, await timeOf(shifted));
  const finished = await send(shifted.origin, 'PUT', '/account/second-factor', { n, cookie, body: { code } });
  checks.check('and completes with a code of its own time', finished.status === 200);
  const { recoveryCodes = [] } = finished.body as { recoveryCodes?: string[] };
  checks.check('the user is logged in at both sites', await isAtBoth({ truth, shifted }, finished.cookie));
  for (const [index, [asked, met]] of [
    [shifted, truth],
    [truth, shifted],
  ].entries()) {
    if (asked === undefined || met === undefined) continue;
    const challenge = await signIn(asked, user);
    const response = await send(met.origin, 'POST', '/session/code', {
      n,
      cookie: challenge.cookie,
      body: { code: recoveryCodes[index] ?? '' },
    });
    checks.check(
      'a challenge of one site is completed at the other',
      response.status === 200 && (await isAtBoth({ truth, shifted }, response.cookie)),
    );
  }
}

/** Returns the time of a site from its Date header, ms. */
export async function timeOf({ origin }: Site): Promise<number> {
  const response = await fetch(`${origin}/healthz`);
  await response.arrayBuffer();
  return Date.parse(response.headers.get('date') ?? '');
}

async function isAtBoth({ truth, shifted }: Pick<Pair, 'truth' | 'shifted'>, cookie: string): Promise<boolean> {
  return (await isSignedIn(truth, cookie)) && (await isSignedIn(shifted, cookie));
}

/** Returns whether the token of an email expires in a number of minutes, within half a minute. */
async function expiresIn(databaseUrl: string, email: string, minutes: number): Promise<boolean> {
  const [row] = await runSql<{ left: number }>(
    databaseUrl,
    'select extract(epoch from expires_at - now())::float8 / 60 as left from one_time_tokens where email = $1',
    [email],
  );
  return Math.abs((row?.left ?? 0) - minutes) < 0.5;
}

function setTokenExpiry(databaseUrl: string, email: string, from: string): Promise<unknown> {
  return runSql(databaseUrl, `update one_time_tokens set expires_at = now() ${from} where email = $1`, [email]);
}
