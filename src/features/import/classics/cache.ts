/** Download cache: NUMBER.html (or txt, epub) and NUMBER.json with its metadata; NUMBER.part while downloading. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { FORMS, type Form } from './mirror.ts';

const Validators = { etag: z.string().nullable(), modified: z.string().nullable() };
const CacheEntry = z.strictObject({
  url: z.string(),
  form: z.enum(FORMS),
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  fetchedAt: z.iso.datetime(),
  ...Validators,
});
export type CacheEntry = z.infer<typeof CacheEntry>;
const PartialDownload = z.strictObject({ url: z.string(), ...Validators });
type PartialDownload = z.infer<typeof PartialDownload>;

const ENDINGS: Record<Form, string> = { html: 'html', text: 'txt', epub: 'epub' };

export type BookCache = ReturnType<typeof openCache>;

/** Opens the cache of one book. `folder` is created on the first write. */
export function openCache(folder: string, id: number) {
  const file = (ending: string) => path.join(folder, `${id}.${ending}`);
  const fileOf = (form: Form) => file(ENDINGS[form]);
  return {
    part: file('part'),
    fileOf,
    /** Returns the cached file if its hash still matches. */
    find: async (): Promise<{ path: string; cached: CacheEntry } | undefined> => {
      const cached = await readJson(file('json'), CacheEntry);
      if (cached === undefined) return undefined;
      const where = fileOf(cached.form);
      return (await sha256Of(where)) === cached.sha256 ? { path: where, cached } : undefined;
    },
    /** Returns how much of `url` was downloaded; undefined when the download cannot be resumed. */
    findPart: async (url: string): Promise<{ offset: number; validator: string } | undefined> => {
      const part = await readJson(file('part.json'), PartialDownload);
      const validator = validatorOf(part);
      if (part?.url !== url || validator === undefined) return undefined;
      const size = await stat(file('part')).then(
        ({ size }) => size,
        () => 0,
      );
      return size > 0 ? { offset: size, validator } : undefined;
    },
    beginPart: async (part: PartialDownload): Promise<void> => {
      await mkdir(folder, { recursive: true });
      await rm(file('part'), { force: true });
      await writeFile(file('part.json'), JSON.stringify(part));
    },
    dropPart: async (): Promise<void> => {
      await rm(file('part'), { force: true });
      await rm(file('part.json'), { force: true });
    },
    /**
     * Turns the partial file into the cached one. The file is moved before its metadata is written; a crash in between is detected by the
     * hash.
     */
    keep: async (entry: Omit<CacheEntry, 'sha256' | 'fetchedAt'>): Promise<{ path: string; cached: CacheEntry }> => {
      const cached = { ...entry, sha256: (await sha256Of(file('part'))) ?? '', fetchedAt: new Date().toISOString() };
      await rename(file('part'), fileOf(entry.form));
      await writeFile(file('json.new'), JSON.stringify(cached));
      await rename(file('json.new'), file('json'));
      await rm(file('part.json'), { force: true });
      return { path: fileOf(entry.form), cached };
    },
  };
}

/** A weak ETag does not identify bytes (RFC 9110, 13.1.5). */
function validatorOf(part: PartialDownload | undefined): string | undefined {
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

/** Unreadable metadata counts as missing, so that the file is downloaded again. */
async function readJson<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
