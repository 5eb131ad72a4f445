/** What the commands about files have in common: their words, and their failures in one line. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { AppError } from '#src/platform/errors.ts';
import { fileReason, StartError } from '#src/platform/start-errors.ts';
import { CommandRefused } from './command-refused.ts';

/** The one file or folder that is named, absolute, and whether --replace was said, where it may be. Throws CommandRefused with the usage. */
export function readWords(words: string[], usage: string, { mayReplace = false } = {}): { place: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [place, ...more] = positionals;
    if (place !== undefined && more.length === 0 && (mayReplace || !values.replace)) return { place: path.resolve(place), ...values };
  } catch {}
  throw new CommandRefused(`Write: talewood ${usage}`);
}

/** Faults of files, of the store, of the disk and of rows in one line each, as CommandRefused. */
export async function told<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError || error instanceof AppError) throw new CommandRefused(error.message);
    // Rows that the database cannot read, or that break its rules.
    if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')) throw new CommandRefused(`${place}: ${error.message}.`);
    if (error instanceof Error && 'syscall' in error && 'path' in error) throw new CommandRefused(`${place}: ${fileReason(error)}.`);
    throw error;
  }
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

/** Since a time of performance.now(). */
export function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
