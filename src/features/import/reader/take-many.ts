/** Many small files in one process: how they go in, and how their tales come out. */
import { refusalIn, type Task, takeTalesOf, writeTales } from './take-tales.ts';

export type SmallFile = Task & { bytes: Uint8Array };

/** What the process is given: a line of JSON with what each is and how long, then the bytes of all. */
export function writeMany(files: readonly SmallFile[]): Buffer {
  const head = files.map(({ bytes, ...task }) => ({ ...task, size: bytes.length }));
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files.map(({ bytes }) => bytes)]);
}

/** A line for each file, in their order, as writeTales has it. `input`: written by writeMany, in our own process. */
export async function takeMany(input: Buffer): Promise<Buffer[]> {
  const end = input.indexOf('\n');
  const head = JSON.parse(input.toString('utf8', 0, end)) as (Task & { size: number })[];
  const lines: Buffer[] = [];
  let at = end + 1;
  for (const { size, ...task } of head) {
    at += size;
    const taken = await takeTalesOf(input.subarray(at - size, at), task).catch(refusalIn);
    lines.push(...writeTales(taken), Buffer.from('\n'));
  }
  return lines;
}
