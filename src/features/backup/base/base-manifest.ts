/** What a base says of itself: its last entry but the hash. And its name, which says enough to choose one. */
import { z } from 'zod';

export const BASE_FORMAT = 1;
const Count = z.int().min(0);

export const BaseManifest = z.strictObject({
  format: z.literal(BASE_FORMAT),
  /** By the database's clock. From `ended_at` on every moment can be reached from this base. */
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  /** The number of the database, as in the archive. */
  system_id: z.string(),
  postgres_major: z.string(),
  /** As Node names it: linux-x64. The files mean nothing to another one. */
  platform: z.string(),
  /** Bytes of a segment of the log, and the first and last one without which the base is none. */
  segment_bytes: z.int().positive(),
  first_segment: z.string(),
  last_segment: z.string(),
  /** What Postgres wants to find in the folder. */
  backup_label: z.string(),
  folders: z.array(z.string()),
  files: z.array(z.strictObject({ path: z.string(), bytes: Count, parts: Count })),
  has_secret: z.boolean(),
});
export type BaseManifest = z.infer<typeof BaseManifest>;

const DATA = 'data/';
const PART = /^data\/(.+)\/(\d{6})\.gz$/;

/** The entry of a part of a file of the cluster, from 1. */
export function dataName(path: string, part: number): string {
  return `${DATA}${path}/${String(part).padStart(6, '0')}.gz`;
}

/** Of which file an entry is a part; undefined for other entries. */
export function readDataName(name: string): { path: string; part: number } | undefined {
  const [, path, part] = PART.exec(name) ?? [];
  return path === undefined ? undefined : { path, part: Number(part) };
}

/** A base's file in the archive: when it was begun, and the first segment that it needs. In the order of time they stand by name. */
export type BaseName = { name: string; startedAt: Date; firstSegment: string };

const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([0-9A-F]{24})\.base$/;

export function baseName(startedAt: Date, firstSegment: string): string {
  return `${startedAt.toISOString().replaceAll(':', '-')}-${firstSegment}.base`;
}

export function readBaseName(name: string): BaseName | undefined {
  const [, day, hour, minute, second, firstSegment] = NAME.exec(name) ?? [];
  if (firstSegment === undefined) return undefined;
  return { name, startedAt: new Date(`${day}${hour}:${minute}:${second}`), firstSegment };
}
