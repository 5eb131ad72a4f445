import path from 'node:path';
import type { Config } from '#src/platform/config.ts';
import { openFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Store } from './s3-store.ts';

/** The store of this site's pictures: a bucket when the settings name one, else the folder `media` of DATA_DIR. */
export function openStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): ObjectStore {
  return s3 === undefined ? openFolderStore(path.join(dataDir, 'media')) : openS3Store(s3);
}

/** The store of files that editors bring in: the folder `imports` beside it, or what begins with `imports/` in the bucket. */
export function openImportStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): ObjectStore {
  return s3 === undefined ? openFolderStore(path.join(dataDir, 'imports')) : openS3Store(s3, { prefix: 'imports/' });
}
