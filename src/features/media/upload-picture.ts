import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { Picture } from './contract.ts';
import type { OpenPicture } from './open-picture.ts';
import { getPicture } from './picture-rows.ts';
import type { UpdateTale } from './rewrite-tales.ts';
import { storeFiles } from './store-files.ts';

export type MediaDeps = { db: Db; store: ObjectStore; openPicture: OpenPicture; updateTale: UpdateTale };

/** An uploaded file with its Content-Type and name. */
export type SentFile = { bytes: Buffer; declared: string; name: string };

/** Adds an image to the library. `isKnown`: it was there before. Throws like OpenPicture and ObjectStore. */
export async function uploadPicture(
  { db, store, openPicture }: Pick<MediaDeps, 'db' | 'store' | 'openPicture'>,
  editor: { id: string },
  { bytes, declared, name }: SentFile,
): Promise<{ picture: Picture; isKnown: boolean }> {
  const cleaned = await openPicture(bytes, declared);
  const about = { name, bytes: bytes.length, editor: editor.id };
  return storeFiles({ db, store }, cleaned, about, async (trx, { id, isKnown }) => {
    if (!isKnown) await audit(trx, { actor: editor.id, action: 'picture.added', subject: { kind: 'picture', id } });
    return { picture: await getPicture(trx, id), isKnown };
  });
}
