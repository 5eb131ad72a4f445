/** `talewood admin create`: makes an administrator, or gives an account the role. */
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { KnownPerson } from '#src/features/accounts/create-administrator.ts';
import type { Db } from '#src/platform/db/db.ts';
import { CommandRefused } from './command-refused.ts';

export type Terminal = {
  input: Readable & { isTTY?: boolean };
  output: Writable;
};

type Asker = { ask(question: string): Promise<string>; askHidden(question: string): Promise<string>; close(): void };

const OPTIONS = { email: { type: 'string' }, name: { type: 'string' }, existing: { type: 'boolean', default: false } } as const;
const PIPED = 'Without a terminal, write: talewood admin create --email <address> --name <name> < <file with the password>';

/**
 * Runs the command with its words after `admin create`. At a terminal it asks for what is missing, and never shows the password;
 * else the password is the whole of the standard input, without a line end. Returns what to say; throws CommandRefused.
 */
export async function createAdmin(db: Db, words: string[], terminal: Terminal): Promise<string> {
  const accounts = await import('#src/features/accounts/create-administrator.ts');
  const given = readOptions(words);
  const asker = terminal.input.isTTY === true ? openAsker(terminal) : undefined;
  try {
    const email = given.email ?? (await asked(asker, 'E-mail: '));
    refuseFor(accounts.administratorProblems({ email }));
    const known = await accounts.findByEmail(db, email);
    if (known !== undefined) return await promoteKnown(db, known, { isMeant: given.existing, asker });
    const name = given.name ?? (await asked(asker, 'Name: '));
    refuseFor(accounts.administratorProblems({ name }));
    const password = asker === undefined ? await readPiped(terminal.input) : await askTwice(asker);
    refuseFor(accounts.administratorProblems({ name, email, password }));
    const made = await accounts.createAdministrator(db, { name, email, password });
    if (made !== 'made') throw new CommandRefused('Someone has just registered with this address: run the command again.');
    return 'The administrator can log in now.';
  } finally {
    asker?.close();
  }
}

async function promoteKnown(
  db: Db,
  known: KnownPerson,
  { isMeant, asker }: { isMeant: boolean; asker: Asker | undefined },
): Promise<string> {
  if (known.role === 'admin' && !known.isDisabled) return `${known.name} is an administrator already. Nothing was changed.`;
  if (known.isDisabled) throw new CommandRefused('The account with this address is disabled. Nothing was changed.');
  if (!known.isVerified)
    throw new CommandRefused('The account with this address has not been confirmed: anyone may have made it. Nothing was changed.');
  const isWanted = isMeant || (await asker?.ask(`There is an account of ${known.name}. Make it an administrator? (yes/no) `));
  if (isWanted === undefined)
    throw new CommandRefused('There is an account with this address. Add --existing to make it an administrator.');
  if (isWanted !== true && !/^y(es)?$/i.test(isWanted.trim())) throw new CommandRefused('Nothing was changed.');
  const { promote } = await import('#src/features/accounts/create-administrator.ts');
  if (!(await promote(db, known.id))) throw new CommandRefused('The account has changed just now: run the command again.');
  return `${known.name} is an administrator now, and has to log in again.`;
}

function readOptions(words: string[]): { email?: string; name?: string; existing: boolean } {
  try {
    return parseArgs({ args: words, options: OPTIONS }).values;
  } catch {
    throw new CommandRefused('talewood admin create takes --email, --name and --existing, and no password: others could read it.');
  }
}

function refuseFor([problem, ...more]: string[]): void {
  if (problem !== undefined) throw new CommandRefused([problem, ...more].join(' '));
}

function asked(asker: Asker | undefined, question: string): Promise<string> {
  if (asker === undefined) throw new CommandRefused(PIPED);
  return asker.ask(question);
}

async function askTwice(asker: Asker): Promise<string> {
  const password = await asker.askHidden('Password (is not shown): ');
  if ((await asker.askHidden('The same again: ')) !== password) throw new CommandRefused('Passwords do not match');
  return password;
}

/** What `echo` or an editor puts at the end of a line is no part of a password. */
async function readPiped(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** Asks at a terminal. What is typed is shown by the line editor, which has to write into nothing for a password. */
function openAsker({ input, output }: Terminal): Asker {
  let isHidden = false;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (isHidden) done();
      else output.write(chunk, done);
    },
  });
  const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 });
  const stopped = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new CommandRefused('Nothing was changed.')));
    lines.once('close', () => reject(new CommandRefused('Nothing was changed.')));
  });
  stopped.catch(() => {});
  const ask = (question: string) => Promise.race([lines.question(question), stopped]);
  return {
    ask,
    async askHidden(question) {
      output.write(question);
      isHidden = true;
      try {
        return await ask('');
      } finally {
        isHidden = false;
        output.write('\n');
      }
    },
    close: () => lines.close(),
  };
}
