import sharp from 'sharp';
import { bookText, THREE_TALES, uniqueTale } from '../book-texts.ts';
import { type HttpClient, waitFor } from './http-client.ts';

/** Tales, images, authors, categories, collections and imports of `fillSite`. */

export type Saved = { id: string; version: number; slug: string };

const FIELDS = {
  author: 'The Miller',
  category: 'classic',
  excerpt: 'What happened at the mill, told in one line.',
  content: '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>',
  status: 'published',
  ...{ source: 'Told at the mill', rights: 'In the public domain', language: 'en' },
};
const DAY_MS = 86_400_000;
export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Adds tales. Returns, in this order: one with all fields, a renamed one, one by another author, a scheduled one and a draft. Two more are deleted. */
export async function addTales(editor: HttpClient): Promise<Saved[]> {
  const { tag } = await editor.call('GET', '/admin/site-settings');
  await editor.call('PUT', '/admin/site-settings', { match: tag, body: { publish_requires_source: false } });
  const picture = await addPicture(editor, 'mill.png', '#7a6a2c');
  await editor.call('PATCH', `/admin/media/${picture.id}`, {
    body: { alt: 'A mill by a pond', credit: 'Drawn for the test', focal_x: 40, focal_y: 25 },
  });
  await addPicture(editor, 'unused.png', '#2f7570');
  const save = async (fields: object): Promise<Saved> =>
    (await editor.call('POST', '/admin/tales', { body: { ...FIELDS, ...fields } })).tale;
  const change = async ({ id, version }: Saved, fields: object): Promise<Saved> =>
    (await editor.call('PATCH', `/admin/tales/${id}`, { match: version, body: fields })).tale;

  const image = `<figure><img src="${picture.address}" alt="A mill by a pond"><figcaption>The mill</figcaption></figure>`;
  const full = await save({
    ...{ title: 'The Mill by the Pond', content: `${FIELDS.content}${image}`, cover_image: `${picture.address}#x40y25`, read_time: 7 },
    ...{
      tags: ['dark', 'animals'],
      origin: 'German',
      tale_type: 'ATU 425A',
      age_band: '6-8',
      content_notes: ['death-of-a-parent'],
      publish_date: daysFromNow(-9),
    },
    ...{
      motifs: ['A mill that grinds by itself'],
      why_it_matters: 'It says what staying costs.',
      questions: ['Would you stay?', 'Why does the miller ask?'],
    },
    ...{ retold_from: 'An older telling', language: 'de' },
  });
  let renamed = await save({ title: 'The Old Name', slug: 'the-old-name', publish_date: daysFromNow(-8) });
  renamed = await change(renamed, { title: 'The New Name', slug: 'the-new-name' });
  renamed = await change(renamed, { content: '<p>Written anew, with a pond.</p>', excerpt: 'Written anew.' });
  renamed = (await editor.call('POST', `/admin/tales/${renamed.id}/revisions/2/restore`, { match: renamed.version })).tale;
  const other = await save({
    title: 'A Tale of the Ferryman',
    author: 'The Ferryman',
    category: 'folklore',
    publish_date: daysFromNow(-7),
  });
  const scheduled = await save({ title: 'A Tale to Come', publish_date: daysFromNow(60) });
  const draft = await save({ title: 'A Tale in the Making', status: 'draft' });
  const binned = await save({ title: 'A Tale in the Trash', slug: 'in-the-trash', publish_date: daysFromNow(-6) });
  await editor.call('POST', `/admin/tales/${binned.id}/bin`);
  const deleted = await save({ title: 'A Tale Deleted', slug: 'deleted-for-good', publish_date: daysFromNow(-5) });
  await editor.call('POST', `/admin/tales/${deleted.id}/bin`);
  await editor.call('DELETE', `/admin/tales/${deleted.id}`);

  const typed = { title: 'A mill, half written', read_time: '1 1/2', content: '<p>There was' };
  const drafts = [
    { id: 'd0000000-0000-4000-8000-000000000001', body: { tale_id: null, base_version: null, fields: typed } },
    {
      id: 'd0000000-0000-4000-8000-000000000002',
      body: { tale_id: full.id, base_version: full.version, fields: { excerpt: 'Another line.' } },
    },
  ];
  for (const { id, body } of drafts) await editor.call('PUT', `/admin/drafts/${id}`, { body });
  return [full, renamed, other, scheduled, draft];
}

async function addPicture(editor: HttpClient, name: string, background: string): Promise<{ id: string; address: string }> {
  const file = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer();
  return editor.call('POST', `/admin/media?name=${name}`, { file, type: 'image/png' });
}

export async function addCatalogue(editor: HttpClient, tales: Saved[]): Promise<{ preview: string }> {
  const [full, renamed, other, , draft] = tales as [Saved, Saved, Saved, Saved, Saved];
  const { authors } = await editor.call('GET', '/admin/authors');
  const find = (name: string) => authors.find((author: { name: string }) => author.name === name);
  const miller = find('The Miller');
  await editor.call('PATCH', `/admin/authors/${miller.id}`, {
    match: miller.version,
    body: {
      ...{ biography: 'Ground corn.\n\nTold tales.', born_year: -44, died_year: 12, place: 'By the pond' },
      slug: 'a-miller',
      other_names: ['Old Miller'],
    },
  });
  const twin = await editor.call('POST', '/admin/authors', { body: { name: 'A Ferry Man', sort_name: 'Ferry Man, A', kind: 'tradition' } });
  await editor.call('POST', `/admin/authors/${twin.id}/merge`, { match: twin.version, body: { into: find('The Ferryman').id } });

  const mills = await editor.call('POST', '/admin/categories', {
    body: { name: 'Mills', description: 'All that grinds', colour: '#35507c' },
  });
  await editor.call('PATCH', `/admin/categories/${mills.id}`, { match: mills.version, body: { slug: 'mills-and-ponds' } });
  const ponds = await editor.call('POST', '/admin/categories', { body: { name: 'Ponds' } });
  await editor.call('POST', `/admin/categories/${ponds.id}/merge`, { match: ponds.version, body: { into: mills.id } });

  const collection = (title: string, ids: string[]) =>
    editor.call('POST', '/admin/collections', { body: { title, introduction: 'Read them in this order.', tales: ids } });
  const evening = await collection('For One Evening', [other.id, full.id]);
  const former = await collection('Former Evenings', [renamed.id]);
  await editor.call('DELETE', `/admin/collections/${former.id}?to=${evening.id}`, { match: former.version });

  const featured = await editor.send('GET', '/api/v1/admin/featured');
  await editor.call('PUT', '/admin/featured', { match: tagOf(featured.headers), body: { ids: [renamed.id, full.id] } });
  const { nights } = await editor.call('GET', '/admin/nights');
  await editor.call('PUT', `/admin/nights/${nights[3].night}`, { body: { tale: full.id } });
  const { url } = await editor.call('POST', `/admin/tales/${draft.id}/preview-links`);
  return { preview: new URL(url).pathname };
}

function tagOf(headers: Headers): string {
  return (headers.get('etag') ?? '').replaceAll('"', '');
}

/** Adds an import with an excluded tale, an undone one, and one that is only checked. */
export async function addImports(editor: HttpClient): Promise<void> {
  const begin = async (name: string, text: string) => {
    const { id } = await editor.call('POST', '/admin/imports', { body: { publishing: 'sure' } });
    await editor.call('POST', `/admin/imports/${id}/files?name=${name}`, { file: text });
    await editor.call('POST', `/admin/imports/${id}/check`, { body: {} });
    return { id, report: await waitForState(id, 'checked') };
  };
  const waitForState = (id: string, state: string) =>
    waitFor(`an import to be ${state}`, async () => {
      const report = await editor.call('GET', `/admin/imports/${id}`);
      return report.state === state ? report : undefined;
    });
  const runImport = async (id: string) => {
    await editor.call('POST', `/admin/imports/${id}/import`);
    return waitForState(id, 'done');
  };
  const completed = await begin('small-book.txt', bookText(THREE_TALES));
  const excluded = completed.report.books[0].tales.find(({ title }: { title: string }) => title === 'The Raven');
  await editor.call('PUT', `/admin/imports/${completed.id}/exclusions`, { body: { exclude: [excluded.key] } });
  await runImport(completed.id);
  const undone = await begin(
    'other-book.txt',
    bookText({ 'The Spindle': uniqueTale(11), 'The Queen': uniqueTale(12) }, { number: 77_002, title: 'The Other Book' }),
  );
  const { run } = await runImport(undone.id);
  await editor.call('POST', `/admin/import-runs/${run}/undo`);
  await waitFor('an import to be undone', async () => {
    const { runs } = await editor.call('GET', '/admin/import-runs');
    return runs.find((each: { id: number; state: string }) => each.id === run && each.state === 'undone');
  });
  await begin('third-book.txt', bookText({ 'The Bread': uniqueTale(21) }, { number: 77_003, title: 'The Third Book' }));
}
