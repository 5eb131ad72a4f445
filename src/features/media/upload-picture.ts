import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { Picture } from './contract.ts';
import { keepFiles } from './keep-files.ts';
import type { OpenPicture } from './open-picture.ts';
import { getPicture } from './picture-rows.ts';

export type MediaDeps = { db: Db; store: ObjectStore; openPicture: OpenPicture };

/** A file as it was sent: its bytes, the Content-Type it came with, and a name for people. */
export type SentFile = { bytes: Buffer; declared: string; name: string };

/** Takes a picture into the library. The same picture once more is the one that is there: `isKnown`. Throws as OpenPicture and ObjectStore do. */
export async function uploadPicture(
  { db, store, openPicture }: MediaDeps,
  editor: { id: string },
  { bytes, declared, name }: SentFile,
): Promise<{ picture: Picture; isKnown: boolean }> {
  const cleaned = await openPicture(bytes, declared);
  const about = { name, bytes: bytes.length, editor: editor.id };
  return keepFiles({ db, store }, cleaned, about, async (trx, { id, isKnown }) => {
    if (!isKnown) await audit(trx, { actor: editor.id, action: 'picture.added', subject: { kind: 'picture', id } });
    return { picture: await getPicture(trx, id), isKnown };
  });
}
