import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTale, deleteTale, updateTale } from '#src/features/tales/tales.ts';
import { AppError } from '#src/platform/errors.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, taleInput } from '#test/factories.ts';
import { openPictures, plain, type TestPictures } from '#test/pictures.ts';
import type { Picture, PicturePage, PictureWithUses } from './contract.ts';
import { registerStrayPictures, removeUnusedPictures } from './remove-unused-pictures.ts';

let database: TestDatabase;
let pictures: TestPictures;
/** Number of further writes to the store that succeed. */
let failAfter = Number.POSITIVE_INFINITY;
beforeAll(async () => {
  database = await createTestDatabase();
  pictures = await openPictures(database, {
    isQuick: true,
    wrap: (store) => ({
      ...store,
      async put(...args) {
        failAfter -= 1;
        if (failAfter < 0) throw new AppError(507, 'no_room', 'There is no room left.');
        await store.put(...args);
      },
    }),
  });
});
afterAll(async () => {
  await pictures.close();
  await database.drop();
});
beforeEach(async () => {
  failAfter = Number.POSITIVE_INFINITY;
  await pictures.rows('delete from tales');
  await pictures.rows('delete from media');
  await rm(pictures.folder, { recursive: true, force: true });
});

const png = (width = 40, height = 30) => plain(width, height).png().toBuffer();
async function add(name = 'a picture', width = 40, height = 30): Promise<Picture> {
  const { status, body } = await pictures.upload(await png(width, height), `${name}.png`);
  expect(status).toBe(201);
  return body;
}
const taleWith = async (id: string) => (await pictures.rows('select * from tales where id = $1', [id]))[0];
const list = async (q = '', after = '') => (await pictures.ask<PicturePage>('GET', `/media?${new URLSearchParams({ q, after })}`)).body;
/** Moves all times an hour into the past. */
const anHourLater = () =>
  pictures.rows(
    "update media set upload_started_at = upload_started_at - interval '61 min', removed_at = removed_at - interval '61 min', ready_at = ready_at",
  );
const sweep = () => removeUnusedPictures({ db: database.db, store: pictures.store });

test('images are listed newest first with pagination, and found by name, alt text and credit', async () => {
  const one = await add('Wild Swans');
  const two = await add('Élan of the woods');
  await pictures.ask('PATCH', `/media/${two.id}`, { alt: 'A hut on hen’s feet', credit: 'Ivan Bilibin, 1899' });
  expect((await list()).pictures.map(({ id }) => id)).toEqual([two.id, one.id]);
  for (const q of ['swan', 'WILD']) expect((await list(q)).pictures.map(({ id }) => id)).toEqual([one.id]);
  for (const q of ['elan', 'hut on', 'bilibin']) expect((await list(q)).pictures.map(({ id }) => id)).toEqual([two.id]);
  for (const q of ['%', '_', '\\', 'nothing']) expect((await list(q)).pictures).toEqual([]);
  await pictures.rows(
    "insert into media (hash, width, height, bytes, name, ready_at) select lpad(i::text, 20, '0'), 9, 9, 9, 'row', now() from generate_series(1, 60) i",
  );
  const first = await list();
  const second = await list('', first.next ?? '');
  expect([first.pictures.length, second.pictures.length, second.next]).toEqual([48, 14, null]);
  expect(new Set([...first.pictures, ...second.pictures].map(({ id }) => id)).size).toBe(62);
  expect((await pictures.ask('GET', '/media?after=nonsense')).status).toBe(400);
  expect((await pictures.ask('GET', '/media?page=2')).status).toBe(400);
});

test('fields of an image can be changed separately, which is audited', async () => {
  const { id } = await add();
  const changed = await pictures.ask('PATCH', `/media/${id}`, { name: '  The  frog ', alt: 'A frog', credit: 'Cafe\u0301', focal_x: 20 });
  expect(changed.body).toMatchObject({ name: 'The frog', alt: 'A frog', credit: 'Café', focal_x: 20, focal_y: 50 });
  expect((await pictures.ask('GET', `/media/${id}`)).body).toMatchObject({ alt: 'A frog', used_in: [] });
  for (const body of [{ name: ' ' }, { focal_x: 101 }, { focal_y: 1.5 }, { alt: 'x'.repeat(1001) }, { hash: 'x' }, { alt: 'a\0b' }, []])
    expect([body, (await pictures.ask('PATCH', `/media/${id}`, body)).status]).toEqual([body, 422]);
  await pictures.ask('PATCH', `/media/${id}`, { alt: 'A frog' });
  const log = await pictures.rows("select details from audit_log where subject_id = $1 and action = 'picture.changed'", [id]);
  expect(log).toEqual([{ details: { fields: 'name, alt, credit, focal_x', tales: 0 } }]);
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['PUT', '/file'],
  ] as const) {
    const body = method === 'PATCH' ? { alt: 'x' } : method === 'PUT' ? await png() : undefined;
    const answer = await pictures.ask(method, `/media/01a1fed2-db9c-7e0b-967b-7804cf1d9c62${path}`, body);
    expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'unknown_picture']);
  }
});

test('uses of an image are recorded when the tale is saved, and prevent its deletion', async () => {
  const [cover, inText] = [await add('cover'), await add('text')];
  const content = `<p>Once</p><figure><img src="${inText.address}" alt="A mill" width="40" height="30" /></figure>`;
  const tale = await addTale(database.db, { title: 'The Mill', cover_image: `${cover.address}#x20y80`, content });
  const shown = await pictures.ask<PictureWithUses>('GET', `/media/${cover.id}`);
  const use = { tale_id: tale.id, title: 'The Mill', slug: tale.slug, is_public: true, is_in_bin: false };
  expect([shown.body.uses, shown.body.used_in]).toEqual([1, [{ ...use, as_cover: true, in_text: false }]]);
  expect((await pictures.ask<PictureWithUses>('GET', `/media/${inText.id}`)).body.used_in).toEqual([
    { ...use, as_cover: false, in_text: true },
  ]);
  const refused = await pictures.ask('DELETE', `/media/${inText.id}`);
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    409,
    'in_use',
    'This image is used in “The Mill”. Remove it there first, or replace it.',
  ]);
  await updateTale(database.db, tale.id, 1, { ...taleInput({ title: 'The Mill' }), content: '<p>No picture</p>', cover_image: undefined });
  expect((await pictures.ask('DELETE', `/media/${inText.id}`)).status).toBe(204);
  expect((await pictures.ask('DELETE', `/media/${cover.id}`)).status).toBe(409);
  await pictures.rows('update tales set deleted_at = now()');
  expect((await pictures.ask('DELETE', `/media/${cover.id}`)).body.detail).toContain('“The Mill” (in the trash)');
  await deleteTale(database.db, tale.id);
  expect((await pictures.ask('DELETE', `/media/${cover.id}`)).status).toBe(204);
});

test('saving a tale that uses a deleted image restores the image', async () => {
  const picture = await add();
  expect((await pictures.ask('DELETE', `/media/${picture.id}`)).status).toBe(204);
  expect((await pictures.ask('DELETE', `/media/${picture.id}`)).status).toBe(404);
  expect((await list()).pictures).toEqual([]);
  await addTale(database.db, { cover_image: picture.address });
  expect((await list()).pictures.map(({ uses }) => uses)).toEqual([1]);
  await anHourLater();
  expect(await sweep()).toBe(0);
});

test('changing the focal point updates every cover with the image, as a new version of the tale', async () => {
  const picture = await add();
  const tale = await addTale(database.db, {
    cover_image: picture.address,
    content: `<p><img src="${picture.address}" alt="" width="40" height="30" /></p>`,
  });
  await pictures.ask('PATCH', `/media/${picture.id}`, { focal_x: 10, focal_y: 90 });
  const row = await taleWith(tale.id);
  expect([row.cover_image, row.version, row.content.includes(`src="${picture.address}"`)]).toEqual([`${picture.address}#x10y90`, 2, true]);
  await pictures.ask('PATCH', `/media/${picture.id}`, { focal_x: 50, focal_y: 50 });
  expect((await taleWith(tale.id)).cover_image).toBe(picture.address);
  expect((await pictures.ask<PictureWithUses>('GET', `/media/${picture.id}`)).body.uses).toBe(1);
});

test('replacing an image updates all tales, also in the trash, and the old files are deleted', async () => {
  const [old, other] = [await add('old'), await add('other')];
  await pictures.ask('PATCH', `/media/${old.id}`, { alt: 'A swan', focal_x: 0 });
  const image = (address: string, size: string) => `<img src="${address}" alt="kept" ${size} />`;
  const content = `<p>${image(old.address, 'width="40" height="30"')}${image(other.address, 'width="40" height="30"')}</p>`;
  const tale = await addTale(database.db, { content, cover_image: `${old.address}#x0y50` });
  const binned = await addTale(database.db, { content });
  await pictures.rows('update tales set deleted_at = now() where id = $1', [binned.id]);
  const { status, body } = await pictures.ask('PUT', `/media/${old.id}/file?name=new.png`, await png(200, 100));
  expect([status, body.id, body.name, body.alt, body.focal_x, body.width, body.uses]).toEqual([200, old.id, 'old', 'A swan', 50, 200, 2]);
  for (const id of [tale.id, binned.id]) {
    const row = await taleWith(id);
    expect(row.content).toContain(image(body.address, 'width="200" height="100"'));
    expect(row.content).toContain(image(other.address, 'width="40" height="30"'));
    expect(row.content).not.toContain(old.address);
  }
  expect((await taleWith(tale.id)).cover_image).toBe(body.address);
  expect((await pictures.app.request(old.address)).status, 'pages that readers hold still show it').toBe(200);
  await anHourLater();
  expect(await sweep()).toBe(1);
  expect((await pictures.app.request(old.address)).status).toBe(404);
  expect((await pictures.app.request(body.address)).status).toBe(200);
});

test('an image cannot be replaced by an existing one or by an invalid file', async () => {
  const bytes = await png();
  const known = (await pictures.upload(bytes, 'The known one.png')).body;
  const other = await add();
  const refused = await pictures.ask('PUT', `/media/${other.id}/file`, bytes);
  expect([refused.status, refused.body.code]).toEqual([409, 'already_there']);
  expect(refused.body.detail).toContain('“The known one”');
  expect((await pictures.ask('PUT', `/media/${other.id}/file`, Buffer.from('x'))).status).toBe(415);
  expect((await pictures.ask('PUT', `/media/${known.id}/file`, bytes)).body.address).toBe(known.address);
  expect((await list()).pictures.length).toBe(2);
});

test('a deleted image keeps its files for an hour; uploading it again restores it', async () => {
  const bytes = await png();
  const first = (await pictures.upload(bytes, 'first.png')).body;
  await pictures.ask('DELETE', `/media/${first.id}`);
  expect(await sweep()).toBe(0);
  const again = await pictures.upload(bytes, 'again.png');
  expect([again.status, again.body.name]).toEqual([201, 'again']);
  await anHourLater();
  expect(await sweep()).toBe(0);
  await pictures.ask('DELETE', `/media/${again.body.id}`);
  await anHourLater();
  expect(await sweep()).toBe(1);
  expect([await pictures.store.list(), await pictures.rows('select from media')]).toEqual([[], []]);
  expect((await pictures.upload(bytes)).status).toBe(201);
});

test('an upload to a full store is rejected, leaves nothing, and succeeds later', async () => {
  const bytes = await png(400, 300);
  const before = await pictures.store.list();
  failAfter = 2;
  const refused = await pictures.upload(bytes);
  expect([refused.status, refused.body.code]).toEqual([507, 'no_room']);
  expect([await pictures.store.list(), await pictures.rows('select from media')]).toEqual([before, []]);
  failAfter = Number.POSITIVE_INFINITY;
  expect((await pictures.upload(bytes)).status).toBe(201);
});

test('files left by a crash are deleted after an hour; a second upload need not wait', async () => {
  await pictures.rows("insert into media (hash, width, height, bytes, name) values ('aaaaaaaaaaaaaaaaaaaa', 9, 9, 9, 'half')");
  await pictures.store.put('aaaaaaaaaaaaaaaaaaaa-9x9/9.webp', Buffer.from('half'), 'image/webp');
  await pictures.store.put('bbbbbbbbbbbbbbbbbbbb-9x9/9.webp', Buffer.from('stray'), 'image/webp');
  expect((await list()).pictures).toEqual([]);
  expect(await sweep()).toBe(0);
  expect(await registerStrayPictures({ db: database.db, store: pictures.store })).toBe(1);
  await anHourLater();
  expect(await sweep()).toBe(2);
  expect(await pictures.store.list()).toEqual([]);
  const jobs = await pictures.rows(
    "select key from graphile_worker.jobs where task_identifier = 'remove_left_pictures' and run_at > now()",
  );
  expect(jobs.length).toBeGreaterThan(0);
});

test('concurrent saving, deleting and uploading of an image leaves every used image complete', async () => {
  const bytes = await png();
  for (let round = 0; round < 10; round += 1) {
    const picture = (await pictures.upload(bytes)).body;
    const sent = createTale(database.db, taleInput({ cover_image: picture.address }));
    await Promise.all([pictures.ask('DELETE', `/media/${picture.id}`), sent, anHourLater().then(sweep), pictures.upload(bytes)]);
    const [row] = await pictures.rows('select m.id, m.removed_at from media m where ready_at is not null');
    const uses = await pictures.rows('select from media_uses');
    expect([row?.removed_at, (await pictures.app.request(picture.address)).status, uses.length]).toEqual([null, 200, round + 1]);
  }
});
