/** Files that belong to a site beside its database: images and the file library. */
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { isObjectKey, listStoredObjects, typeOfObject } from '#src/features/files/files.ts';
import { isFileKey, listStoredFiles, type StoredFile, typeOfStoredFile } from '#src/features/media/media.ts';
import type { Config } from '#src/platform/config.ts';
import { type ObjectStore, undefinedIfDamaged } from '#src/platform/objects/object-store.ts';
import { openFileStore, openStore } from '#src/platform/objects/open-store.ts';

type Kind = {
  /** Table of older schemas that do not have these files. */
  table: string;
  list: (client: pg.ClientBase | pg.Pool) => Promise<StoredFile[]>;
  isKey: (key: string) => boolean;
  typeOf: (key: string) => string;
};

/** By the name of their folder in backups and archives, which is also their property of a manifest. */
const KINDS = {
  media: { table: 'public.media', list: listStoredFiles, isKey: isFileKey, typeOf: typeOfStoredFile },
  files: { table: 'public.file_contents', list: listStoredObjects, isKey: isObjectKey, typeOf: typeOfObject },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];
export type SiteStores = Record<KindName, ObjectStore>;
export type SiteFile = StoredFile & { kind: KindName };

export function openSiteStores(config: Pick<Config, 'dataDir' | 's3'>): SiteStores {
  return { media: openStore(config), files: openFileStore(config) };
}

/** Lists all files that the database refers to, as the connection's transaction sees it. */
export async function listSiteFiles(client: pg.ClientBase | pg.Pool): Promise<SiteFile[]> {
  const found: SiteFile[] = [];
  for (const kind of KIND_NAMES) {
    const { rowCount } = await client.query('select where to_regclass($1) is not null', [KINDS[kind].table]);
    if (rowCount === 0) continue;
    found.push(...(await KINDS[kind].list(client)).map((file) => ({ ...file, kind })));
  }
  return found;
}

/** Returns the path of a file in backups and archives. */
export function siteFileName({ kind, key }: Pick<SiteFile, 'kind' | 'key'>): string {
  return `${kind}/${key}`;
}

/** Reverses siteFileName; undefined for any other name. */
export function parseSiteFileName(name: string): Pick<SiteFile, 'kind' | 'key'> | undefined {
  const kind = KIND_NAMES.find((each) => name.startsWith(`${each}/`));
  const key = name.slice(name.indexOf('/') + 1);
  return kind !== undefined && KINDS[kind].isKey(key) ? { kind, key } : undefined;
}

/** Returns undefined for a missing or damaged file. */
export async function readSiteFile(stores: SiteStores, { kind, key, expect }: SiteFile): Promise<Buffer | undefined> {
  const found = await stores[kind].get(key, expect).catch(undefinedIfDamaged);
  return found && buffer(found.body);
}

export async function putSiteFile(stores: SiteStores, { kind, key }: Pick<SiteFile, 'kind' | 'key'>, bytes: Buffer): Promise<void> {
  await stores[kind].put(key, bytes, KINDS[kind].typeOf(key));
}
