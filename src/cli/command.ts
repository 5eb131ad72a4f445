/** Shared by the commands: errors, the path argument, formatting. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { AppError } from '#src/platform/errors.ts';
import { fileReason, StartError } from '#src/platform/start-errors.ts';

/** An error whose message is shown to the operator without a stack; the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The single file or folder argument as an absolute path, and whether --replace was given. @throws CommandError with the usage. */
export function readPathArgument(args: string[], usage: string, { mayReplace = false } = {}): { path: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file !== undefined && more.length === 0 && (mayReplace || !values.replace)) return { path: path.resolve(file), ...values };
  } catch {}
  throw new CommandError(`Usage: talewood ${usage}`);
}

/** Turns expected failures (files, object store, disk, invalid rows) into a CommandError of one line. */
export async function describeFailures<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError || error instanceof AppError) throw new CommandError(error.message);
    // Rows that the database cannot read, or that break its rules.
    if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')) throw new CommandError(`${file}: ${error.message}.`);
    if (error instanceof Error && 'syscall' in error && 'path' in error) throw new CommandError(`${file}: ${fileReason(error)}.`);
    throw error;
  }
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

/** Seconds since a time of performance.now(). */
export function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
