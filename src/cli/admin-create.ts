/** `talewood admin create`: creates an administrator or grants the role to an account. */
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { ExistingUser } from '#src/features/accounts/administrators.ts';
import type { Db } from '#src/platform/db/db.ts';
import { CommandError } from './command.ts';

export type Terminal = {
  input: Readable & { isTTY?: boolean };
  output: Writable;
};

type Prompt = { ask(question: string): Promise<string>; askHidden(question: string): Promise<string>; close(): void };

export const OPTIONS = { email: { type: 'string' }, name: { type: 'string' }, existing: { type: 'boolean', default: false } } as const;
const PIPED = 'Without a terminal, use: talewood admin create --email EMAIL --name NAME < PASSWORD_FILE';

/**
 * Runs the command with its arguments after `admin create`. Prompts for missing values on a terminal; elsewhere the password is read from
 * standard input. Returns the message for the operator.
 * @throws CommandError
 */
export async function createAdmin(db: Db, args: string[], terminal: Terminal): Promise<string> {
  const accounts = await import('#src/features/accounts/administrators.ts');
  const options = readOptions(args);
  const prompt = terminal.input.isTTY === true ? createPrompt(terminal) : undefined;
  try {
    const email = options.email ?? (await promptFor(prompt, 'Email: '));
    throwIfAny(accounts.administratorProblems({ email }));
    const existing = await accounts.findByEmail(db, email);
    if (existing !== undefined) return await promoteExisting(db, existing, { isConfirmed: options.existing, prompt });
    const name = options.name ?? (await promptFor(prompt, 'Name: '));
    throwIfAny(accounts.administratorProblems({ name }));
    const password = prompt === undefined ? await readPiped(terminal.input) : await askPassword(prompt);
    throwIfAny(accounts.administratorProblems({ name, email, password }));
    const result = await accounts.createAdministrator(db, { name, email, password });
    if (result !== 'created') throw new CommandError('Someone has just registered with this address. Run the command again.');
    return 'The administrator can log in now.';
  } finally {
    prompt?.close();
  }
}

async function promoteExisting(
  db: Db,
  user: ExistingUser,
  { isConfirmed, prompt }: { isConfirmed: boolean; prompt: Prompt | undefined },
): Promise<string> {
  if (user.role === 'admin' && !user.isDisabled) return `${user.name} is already an administrator. Nothing was changed.`;
  if (user.isDisabled) throw new CommandError('The account with this address is disabled. Nothing was changed.');
  if (!user.isVerified)
    throw new CommandError('The address of this account is not confirmed, so anyone may have created it. Nothing was changed.');
  const answer = isConfirmed || (await prompt?.ask(`This address belongs to the account of ${user.name}. Grant it the role? (yes/no) `));
  if (answer === undefined) throw new CommandError('An account with this address exists. Add --existing to grant it the role.');
  if (answer !== true && !/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
  const { promote } = await import('#src/features/accounts/administrators.ts');
  if (!(await promote(db, user.id))) throw new CommandError('The account has just changed. Run the command again.');
  return `${user.name} is now an administrator and has to log in again.`;
}

function readOptions(args: string[]): { email?: string; name?: string; existing: boolean } {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch {
    throw new CommandError(
      'Unknown argument. Options: --email, --name and --existing. A password on the command line would be visible to other users.',
    );
  }
}

function throwIfAny([problem, ...more]: string[]): void {
  if (problem !== undefined) throw new CommandError([problem, ...more].join(' '));
}

function promptFor(prompt: Prompt | undefined, question: string): Promise<string> {
  if (prompt === undefined) throw new CommandError(PIPED);
  return prompt.ask(question);
}

async function askPassword(prompt: Prompt): Promise<string> {
  const password = await prompt.askHidden('Password (hidden): ');
  if ((await prompt.askHidden('Repeat password: ')) !== password) throw new CommandError('Passwords do not match');
  return password;
}

/** Drops the line break that `echo` and editors append. */
async function readPiped(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** Prompts on a terminal. The line editor echoes input, so its output is discarded for passwords. */
function createPrompt({ input, output }: Terminal): Prompt {
  let isHidden = false;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (isHidden) done();
      else output.write(chunk, done);
    },
  });
  const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 });
  const stopped = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new CommandError('Nothing was changed.')));
    lines.once('close', () => reject(new CommandError('Nothing was changed.')));
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
