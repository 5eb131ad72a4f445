/** The files that the mail transport writes when there is no mail server. */
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Eml, readEml } from './read-eml.ts';

/** As the transport names them: ids of mails, which begin with their time. */
const NAME = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\.eml$/;
const MOST_BYTES = 1_000_000;
const MOST_MAILS = 200;

/** The newest mails first, 200 at most. */
export async function listOutbox(folder: string): Promise<{ id: string; eml: Eml }[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.flatMap((name) => NAME.exec(name)?.[1] ?? []);
  const newest = ids.sort().reverse().slice(0, MOST_MAILS);
  const mails = await Promise.all(newest.map(async (id) => ({ id, eml: await findInOutbox(folder, id) })));
  return mails.flatMap(({ id, eml }) => (eml === undefined ? [] : [{ id, eml }]));
}

/** The mail with this id. Undefined for anything but an id, and for what is no plain file. */
export async function findInOutbox(folder: string, id: string): Promise<Eml | undefined> {
  const name = `${id}.eml`;
  if (!NAME.test(name)) return undefined;
  // No links: they could lead out of the folder.
  const file = await open(path.join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    return size > MOST_BYTES ? undefined : readEml(await file.readFile());
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
