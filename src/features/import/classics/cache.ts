/** What was fetched before, beside what is known of it: NUMBER.html and NUMBER.json, NUMBER.part while it is coming. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { FORMS, type Form } from './mirror-paths.ts';

const Validators = { etag: z.string().nullable(), modified: z.string().nullable() };
const Kept = z.strictObject({
  url: z.string(),
  form: z.enum(FORMS),
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  fetchedAt: z.iso.datetime(),
  ...Validators,
});
export type Kept = z.infer<typeof Kept>;
const Part = z.strictObject({ url: z.string(), ...Validators });
export type Part = z.infer<typeof Part>;

const ENDINGS: Record<Form, string> = { html: 'html', text: 'txt', epub: 'epub' };

export type BookCache = ReturnType<typeof cacheOf>;

/** `folder` is made when something is kept. */
export function cacheOf(folder: string, id: number) {
  const file = (ending: string) => path.join(folder, `${id}.${ending}`);
  const fileOf = (form: Form) => file(ENDINGS[form]);
  return {
    part: file('part'),
    fileOf,
    /** What is kept and still is as it was fetched. */
    find: async (): Promise<{ path: string; kept: Kept } | undefined> => {
      const kept = await readJson(file('json'), Kept);
      if (kept === undefined) return undefined;
      const where = fileOf(kept.form);
      return (await sha256Of(where)) === kept.sha256 ? { path: where, kept } : undefined;
    },
    /** How much of which file has come; nothing when it cannot be gone on with. */
    findPart: async (url: string): Promise<{ offset: number; validator: string } | undefined> => {
      const part = await readJson(file('part.json'), Part);
      const validator = validatorOf(part);
      if (part?.url !== url || validator === undefined) return undefined;
      const size = await stat(file('part')).then(
        ({ size }) => size,
        () => 0,
      );
      return size > 0 ? { offset: size, validator } : undefined;
    },
    beginPart: async (part: Part): Promise<void> => {
      await mkdir(folder, { recursive: true });
      await rm(file('part'), { force: true });
      await writeFile(file('part.json'), JSON.stringify(part));
    },
    dropPart: async (): Promise<void> => {
      await rm(file('part'), { force: true });
      await rm(file('part.json'), { force: true });
    },
    /** The part is the whole: it takes its place before what is said of it, so that a crash in between is found by the hash. */
    keep: async (kept: Omit<Kept, 'sha256' | 'fetchedAt'>): Promise<{ path: string; kept: Kept }> => {
      const all = { ...kept, sha256: (await sha256Of(file('part'))) ?? '', fetchedAt: new Date().toISOString() };
      await rename(file('part'), fileOf(kept.form));
      await writeFile(file('json.new'), JSON.stringify(all));
      await rename(file('json.new'), file('json'));
      await rm(file('part.json'), { force: true });
      return { path: fileOf(kept.form), kept: all };
    },
  };
}

/** A weak ETag does not say that the bytes are the same (RFC 9110, 13.1.5). */
function validatorOf(part: Part | undefined): string | undefined {
  if (part?.etag && !part.etag.startsWith('W/')) return part.etag;
  return part?.modified ?? undefined;
}

async function sha256Of(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

/** What cannot be read is not there: it is fetched anew. */
async function readJson<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
