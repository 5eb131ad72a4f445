import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { signIn, signInAs, toast } from '../users.ts';
import {
  addDraft,
  field,
  followLinkToTale,
  openMoreFields,
  openNewTale,
  openTale,
  pickOption,
  replaceText,
  save,
  sendOnNewConnection,
  textOf,
  uniqueTitle,
} from './tale-form-steps.ts';

/** The tale form. Each journey has its own tales. */

const dbRows = <Row extends object>(text: string, values: unknown[]) =>
  runSql<Row & Record<string, unknown>>(inject('databaseUrl'), text, values);

journey('a tale is created, published and read by a visitor', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await signIn(page, { role: 'admin' });
  await openNewTale(page);
  expect(await field(page, 'Title').inputValue()).toBe('Untitled Tale');
  expect(await page.getByLabel('Status').inputValue()).toBe('draft');
  await save(page);
  for (const error of ['Author is required', 'Category is required', 'Excerpt is required']) {
    await page.getByRole('form').getByText(error).waitFor();
  }
  await expect.poll(() => field(page, 'Author').evaluate((one) => one === document.activeElement)).toBe(true);

  const title = uniqueTitle('The Robber Girl');
  await field(page, 'Title').fill(title);
  await page.keyboard.press('Tab');
  const author = `Gerda of ${title}`;
  await page.keyboard.type(author);
  await page.getByRole('option', { name: `${author} New author` }).waitFor();
  // The last option: authors of other journeys have similar names.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await pickOption(page, 'Category', 'Folklore');
  await field(page, 'Excerpt').fill('She kept a reindeer 👸🏽.');
  await page.getByText('22/300').waitFor();
  await replaceText(page, 'She kept a reindeer, and a knife.');
  await page.getByLabel('Status').selectOption('Published');
  await openMoreFields(page);
  await page.getByRole('checkbox', { name: 'Violence' }).check();
  await field(page, 'Why it matters').fill('About friends with knives.');
  await field(page, 'Questions to talk about').fill('Why did she bite?\n\nWho was kind?\n');
  await field(page, 'Motifs').fill('a helpful robber');
  await field(page, 'Source').fill('Told in the north.');
  await field(page, 'Rights').fill('Public domain');
  await save(page);
  await toast(page, 'Tale created', 'The fairy tale has been successfully created.').waitFor();

  const [created] = await dbRows<{ slug: string }>('select slug from tales where title = $1', [title]);
  const visitor = await open({ viewport: PHONE });
  expect(await visit(visitor, `/tale/${created?.slug}`)).toBe(200);
  await visitor.getByRole('heading', { level: 1, name: title }).waitFor();
  await visitor.getByText('She kept a reindeer, and a knife.').waitFor();
  await visitor.getByRole('link', { name: author }).first().waitFor();
  await visitor.getByText('violence').waitFor();
  const after = visitor.getByRole('region', { name: 'To talk about' });
  await after.getByText('About friends with knives.').waitFor();
  expect(await after.getByRole('listitem').allInnerTexts()).toEqual(['Why did she bite?', 'Who was kind?']);
  await visitor.getByText('a helpful robber').waitFor();

  const reasons = JSON.stringify([{ what: 'Category: Folklore', why: '‘knife’ once.' }]);
  await dbRows('insert into tale_classifications (tale_id, reasons) select id, $2 from tales where title = $1', [title, reasons]);
  await openTale(page, created?.slug ?? '');
  await page.getByText('Why this classification?').click();
  await page.getByText('‘knife’ once.').waitFor();
  await openMoreFields(page);
  expect(await field(page, 'Questions to talk about').inputValue()).toBe('Why did she bite?\nWho was kind?');
});

journey('the highlighted author stays highlighted while results change', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/choices/authors?q=*', async (route) => {
    const isLater = route.request().url().endsWith('=an');
    if (isLater) await released;
    const names = isLater ? ['Andrea', 'Anna'] : ['Anna', 'Bert'];
    await route.fulfill({ json: { authors: names.map((name) => ({ slug: name.toLowerCase(), name })) } });
  });
  await openNewTale(page);
  await field(page, 'Author').focus();
  await page.keyboard.type('a');
  await page.getByRole('option', { name: 'Anna' }).waitFor();
  await page.keyboard.type('n');
  await page.keyboard.press('ArrowDown');
  const highlighted = page.getByRole('listbox', { name: 'Authors' }).locator('[aria-selected=true]');
  expect(await highlighted.innerText()).toBe('Anna');
  release();
  await page.getByRole('option', { name: 'Andrea' }).waitFor();
  expect(await highlighted.innerText()).toBe('Anna');
});

journey('changes of two editors are merged; conflicts are resolved by choice', async ({ open }) => {
  const slug = await addDraft();
  const kay = await open({ expected: [STATUS_IN_CONSOLE] });
  const gerda = await open();
  await signIn(kay, { role: 'admin', name: 'Kay' });
  await signIn(gerda, { role: 'admin', name: 'Gerda' });
  await openTale(kay, slug);
  await openTale(gerda, slug);

  await kay.getByText('Gerda is editing this tale').waitFor();

  await field(gerda, 'Excerpt').fill('An excerpt by Gerda.');
  await field(gerda, 'Title').fill('Title by Gerda');
  await replaceText(gerda, 'Snow fell on the roofs of the town.');
  await save(gerda);
  await toast(gerda, 'Tale updated', 'The fairy tale has been successfully updated.').waitFor();

  await kay.getByText('Gerda saved this tale.').waitFor();
  await field(kay, 'Title').fill('Title by Kay');
  await replaceText(kay, 'Ice lay on the roofs of the town.');
  await save(kay);
  const dialog = kay.getByRole('dialog', { name: 'Gerda has changed this tale' });
  await dialog.getByText('Excerpt was changed only by them and is included.').waitFor();
  await dialog.getByText('Snow', { exact: false }).first().waitFor();
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await dialog.getByText('Choose one version').first().waitFor();
  await dialog.getByRole('group', { name: 'Title' }).getByLabel('Keep mine').check();
  await dialog.getByRole('group', { name: 'Content' }).getByLabel('Use Gerda’s').check();
  await expectAccessible(kay);
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await toast(kay, 'Tale updated', 'The fairy tale has been successfully updated.').waitFor();
  const [tale] = await dbRows('select title, excerpt, content_text, version from tales where slug = $1', [slug]);
  expect(tale).toMatchObject({ title: 'Title by Kay', excerpt: 'An excerpt by Gerda.', version: 3 });
  expect(tale?.content_text).toContain('Snow fell on the roofs of the town.');
});

journey('what is typed while drafts are searched for is not offered as an earlier draft', async ({ open }) => {
  const slug = await addDraft();
  const page = await open();
  await signIn(page, { role: 'admin' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/admin/drafts', async (route) => {
    await released;
    await route.continue();
  });
  await openTale(page, slug);
  await field(page, 'Title').fill('Typed at once');
  await field(page, 'Excerpt').focus();
  // Long enough to save a draft.
  await page.waitForTimeout(1_000);
  release();
  await page.getByText(/^Draft saved/).waitFor();
  await field(page, 'Excerpt').fill('And then this.');
  expect(await field(page, 'Title').inputValue()).toBe('Typed at once');
});

journey('after a crash while typing, the draft is offered on another device', async ({ open }) => {
  const slug = await addDraft();
  const page = await open();
  const editor = await signIn(page, { role: 'admin' });
  await openTale(page, slug);
  await field(page, 'Title').fill('Typed before the crash');
  await replaceText(page, 'Words typed before the crash.');
  await page.getByText(/^Draft saved/).waitFor();
  // As in a crash: no dialog, no further requests.
  await page.close({ runBeforeUnload: false });

  const other = await open();
  await signInAs(other, editor);
  await openTale(other, slug);
  const offer = other.getByRole('region', { name: /^You have unsaved changes from/ });
  await offer.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => field(other, 'Title').inputValue()).toBe('Typed before the crash');
  expect(await textOf(other)).toContain('Words typed before the crash.');
  await save(other);
  await toast(other, 'Tale updated', '').waitFor();
  await expect.poll(() => dbRows('select from tale_drafts where user_id = $1', [editor.id])).toEqual([]);
});

journey('leaving with unsaved changes asks for confirmation', async ({ open }) => {
  const slug = await addDraft();
  const page = await open();
  await signIn(page, { role: 'admin' });
  await openTale(page, slug);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Edit Tale' }).waitFor({ state: 'detached' });

  await visit(page, '/categories');
  await followLinkToTale(page, slug);
  await field(page, 'Title').fill('Unsaved title');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const stay = async () => {
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await field(page, 'Title').inputValue()).toBe('Unsaved title');
  };
  await page.getByRole('button', { name: 'Cancel' }).click();
  await stay();
  await page.getByRole('link', { name: 'Categories' }).first().click();
  await stay();
  await page.evaluate(() => history.back());
  await stay();
  const dialogOpened = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const native = await dialogOpened;
  expect(native.type()).toBe('beforeunload');
  await native.dismiss();
  await page.getByRole('link', { name: 'Categories' }).first().click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/categories');
  const [tale] = await dbRows('select title from tales where slug = $1', [slug]);
  expect(tale?.title).not.toBe('Unsaved title');
});

journey('without a connection nothing is lost, and a retry does not create a second tale', async ({ open }) => {
  const page = await open({ expected: [/Failed to load resource|net::ERR/] });
  await signIn(page, { role: 'admin' });
  await openNewTale(page);
  const title = uniqueTitle('Created once');
  await field(page, 'Title').fill(title);
  await field(page, 'Author').fill('Gerda');
  await pickOption(page, 'Category', 'Dark');
  await field(page, 'Excerpt').fill('Once.');
  // The request arrives, but its response is lost.
  const statuses: unknown[] = [];
  await page.route('**/api/v1/admin/tales', async (route) => {
    statuses.push(await sendOnNewConnection(route.request()).catch(String));
    await route.abort('connectionreset');
  });
  await page.keyboard.press('Control+s');
  await expect.poll(() => statuses).toEqual([201]);
  await page.getByRole('alert').filter({ hasText: 'Could not reach the server' }).first().waitFor();
  expect(await field(page, 'Title').inputValue()).toBe(title);
  await page.unroute('**/api/v1/admin/tales');
  await field(page, 'Excerpt').fill('Once upon a time.');
  await page.keyboard.press('Control+s');
  await toast(page, 'Tale created', '').waitFor();
  expect(await dbRows('select excerpt from tales where title = $1', [title])).toEqual([{ excerpt: 'Once upon a time.' }]);
});

journey('input survives the end of the session', async ({ open }) => {
  const slug = await addDraft();
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  const editor = await signIn(page, { role: 'admin' });
  await openTale(page, slug);
  await field(page, 'Title').fill('Typed before the session ended');
  await dbRows('delete from sessions where user_id = $1', [editor.id]);
  await save(page);
  const notice = page.getByRole('alert').filter({ hasText: 'You have been logged out. Your changes are still here.' });
  await notice.getByRole('link', { name: 'Log in in another tab' }).waitFor();
  await page.setViewportSize(PHONE);
  // On a phone the message comes from above, and does not cover the notice.
  await expect
    .poll(async () => {
      const [message, line] = [await page.locator('.toast').first().boundingBox(), await notice.boundingBox()];
      return message !== null && line !== null && message.y + message.height <= line.y;
    })
    .toBe(true);
  await page.setViewportSize(DESKTOP);
  expect(await field(page, 'Title').inputValue()).toBe('Typed before the session ended');
  await signInAs(page, editor);
  await save(page);
  await toast(page, 'Tale updated', '').waitFor();
});

journey('a tale that was deleted while it was edited can be saved as a new one', async ({ open }) => {
  const slug = await addDraft();
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin' });
  await openTale(page, slug);
  const title = uniqueTitle('A deleted tale');
  await field(page, 'Title').fill(title);
  await dbRows('delete from tales where slug = $1', [slug]);
  await save(page);
  await page
    .getByRole('alert')
    .filter({ hasText: 'This tale has been deleted' })
    .getByRole('button', { name: 'Save as a new tale' })
    .click();
  await toast(page, 'Tale created', '').waitFor();
  expect(await dbRows('select content_text from tales where title = $1', [title])).toEqual([
    { content_text: 'Rain fell on the roofs of the town.' },
  ]);
});
