/** The clock of the letters: they are prepared and go out by themselves, whichever process it is that looks. */
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { Log } from '#src/platform/log.ts';
import { databaseNow, lockOpenIssue } from './issue-rows.ts';
import { isToBePrepared, nextLetterAt, prepareIssue } from './prepare-issue.ts';
import { takeSchedule } from './schedule.ts';
import { type LetterTools, startSending } from './start-sending.ts';

/** `hasMailServer`: without one no letter goes, and the one that is due waits for it. */
export type LettersDeps = LetterTools & { db: Db; hasMailServer: boolean; log: Pick<Log, 'info' | 'warn'> };

const LOOK_EVERY_MS = 60_000;

/** Looks now and once a minute, until the signal is given. */
export function watchLetters(deps: LettersDeps, until: AbortSignal): void {
  const look = async () => {
    try {
      await lookAfterLetters(deps);
    } catch (error) {
      if (!until.aborted) deps.log.warn({ event: 'letters_not_looked_after', err: error }, 'The weekly letter could not be looked after');
    }
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  until.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/**
 * Prepares the letter whose time comes near, and lets the one go that is due. One transaction, by one process at a time: a look that is cut
 * off has done nothing, and two do no more than one. `at`: the time; by default that of the database.
 */
export async function lookAfterLetters({ db, hasMailServer, log, ...tools }: LettersDeps, at?: Date): Promise<void> {
  await transact(db, async (trx) => {
    const schedule = await takeSchedule(trx);
    if (schedule === undefined || !schedule.is_on) return;
    const now = at ?? (await databaseNow(trx));
    let draft = await lockOpenIssue(trx);
    if (draft === undefined && isToBePrepared(await nextLetterAt(trx, schedule, now), now)) {
      await prepareIssue(trx, schedule, now, null);
      draft = await lockOpenIssue(trx);
    }
    if (draft === undefined || draft.send_at > now || !hasMailServer) return;
    const done = await startSending(trx, draft, tools, { now, actor: null });
    log.info({ event: 'letter_due', letter: draft.id, ...done }, 'The time of a letter has come');
  });
}
