import { expect } from 'vitest';
import {
  changesOf,
  htmlOf,
  openEditor,
  paste,
  sourceOf,
  submitCount,
  textOf,
  toolbarButton,
  waitForSelection,
  waitForSelectionChange,
  waitForTextFocus,
} from './editor-page.ts';
import { expectAccessible } from './expect-accessible.ts';
import { journey, PHONE } from './journey.ts';

/** The editor alone, with the site's content security policy. editing/tale-form.test.ts covers the whole form. */

journey('a tale is written by keyboard', async ({ open }) => {
  const page = await open();
  await openEditor(page);
  const { keyboard } = page;
  await textOf(page).focus();
  await keyboard.type('Once ');
  await keyboard.press('Control+b');
  await keyboard.type('upon');
  await keyboard.press('Control+b');
  await keyboard.type(' a ');
  await keyboard.press('Control+i');
  await keyboard.type('time');
  await keyboard.press('Enter');
  await keyboard.type('## The mirror');
  await keyboard.press('Enter');
  await keyboard.press('Control+Alt+v');
  await keyboard.type('Mirror, mirror');
  await keyboard.press('Enter');
  await keyboard.type('on the wall');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('- one');
  await keyboard.press('Enter');
  await keyboard.type('two');
  await keyboard.press('Control+]');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('> She said');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('* * *It ended');
  await keyboard.press('Control+Alt+f');
  await page.getByRole('textbox', { name: 'Text of the footnote' }).and(page.locator(':focus')).waitFor();
  await keyboard.type('Some say ');
  await keyboard.press('Control+i');
  await keyboard.type('not');
  await expectAccessible(page);
  await keyboard.press('Enter');
  await keyboard.type('.');
  const expected = [
    '<p>Once <strong>upon</strong> a <em>time</em></p>',
    '<h2>The mirror</h2>',
    '<p class="verse">Mirror, mirror<br />on the wall</p>',
    '<ul><li>one<ul><li>two</li></ul></li></ul>',
    '<blockquote><p>She said</p></blockquote>',
    '<hr />',
    '<p>It ended<sup><a id="t-fnref1" href="#t-fn1">1</a></sup>.</p>',
    '<section id="t-footnotes"><ol><li id="t-fn1">Some say <em>not</em> <a href="#t-fnref1">↑</a></li></ol></section>',
  ].join('\n');
  expect(await htmlOf(page)).toBe(expected);

  // The toolbar is one tab stop, and the text the next.
  await keyboard.press('Alt+F10');
  await toolbarButton(page, 'Undo').and(page.locator(':focus')).waitFor();
  await page.getByRole('tooltip').filter({ hasText: 'Ctrl+Z' }).waitFor();
  await keyboard.press('End');
  await page.getByRole('tooltip').filter({ hasText: 'Find' }).waitFor();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await toolbarButton(page, 'Redo').and(page.locator(':focus')).waitFor();
  await keyboard.press('Escape');
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await keyboard.press('Escape');
  await waitForTextFocus(page);

  await keyboard.press('Control+z');
  expect(await htmlOf(page)).not.toBe(expected);
  await keyboard.press('Control+Shift+z');
  expect(await htmlOf(page)).toBe(expected);
  expect(await submitCount(page), 'no key submits the form').toBe(0);
  await expectAccessible(page);
});

journey('links and languages are set, and text is found and replaced', async ({ open }) => {
  const page = await open();
  await openEditor(page, '<p>Rapunzel</p><p>Sesam open</p><p>sesam shut</p>');
  const { keyboard } = page;
  await textOf(page)
    .getByText('Rapunzel')
    .dblclick({ position: { x: 10, y: 12 } });
  await waitForSelection(page, 'Rapunzel');
  await toolbarButton(page, 'Link').click();
  await page.getByLabel('URL, or words of a title').fill('javascript:alert(1)');
  await keyboard.press('Enter');
  await page.getByText('Not a valid link.').waitFor();
  await page.getByLabel('URL, or words of a title').fill('rapun');
  await page.getByRole('list', { name: 'Pages on this site' }).getByRole('button', { name: 'Rapunzel' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('list', { name: 'Pages on this site' }).getByRole('button', { name: 'Rapunzel' }).click();
  expect(await htmlOf(page)).toContain('<p><a href="/tale/rapunzel">Rapunzel</a></p>');
  await waitForTextFocus(page);

  for (const key of ['Control+Home', 'ArrowDown', 'Home', ...Array<string>(5).fill('Shift+ArrowRight')]) await keyboard.press(key);
  await waitForSelection(page, 'Sesam');
  await keyboard.press('Control+Alt+l');
  await page.getByLabel('Language', { exact: true }).fill('Arabic');
  await page.getByText('Arabic', { exact: true }).first().waitFor();
  await expectAccessible(page);
  await keyboard.press('Enter');
  expect(await htmlOf(page)).toContain('<p><span lang="ar" dir="rtl">Sesam</span> open</p>');
  await waitForTextFocus(page);

  await keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).fill('sesam');
  await page.getByText('1 of 2').waitFor();
  await keyboard.press('Enter');
  await page.getByText('2 of 2').waitFor();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('Sim');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByText('Not found').waitFor();
  await expectAccessible(page);
  await keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Find' }).waitFor({ state: 'detached' });
  expect(await htmlOf(page)).toContain('<p>Sim shut</p>');
  expect(await submitCount(page)).toBe(0);
});

journey('Source accepts edited HTML and reports what was removed; one undo restores the text', async ({ open }) => {
  const page = await open();
  const tale = '<p>One <em>two</em></p><dl><dt>three</dt><dd>3</dd></dl><p id="t-four">four</p>';
  await openEditor(page, tale);
  await page.getByRole('button', { name: 'Source' }).click();
  expect(await sourceOf(page).inputValue(), 'unchanged HTML is shown as it was').toBe(tale);
  await expectAccessible(page);
  expect((await sourceOf(page).boundingBox())?.height).toBeGreaterThanOrEqual(200);
  await sourceOf(page).fill(`${tale}<p style="color:red" class="verse">five<br><font>six</p><script>alert(1)</script>`);
  await page.getByRole('button', { name: 'Write' }).click();
  await page.getByText('Removed, because tales cannot contain it: <font>, style of <p>, <script>. The HTML was invalid').waitFor();
  const fixed = '<p>One <em>two</em></p>\n<dl><dt>three</dt><dd>3</dd></dl>\n<p id="t-four">four</p>\n<p class="verse">five<br />six</p>';
  expect(await htmlOf(page)).toBe(fixed);
  expect((await changesOf(page)).at(-1)).toBe(fixed);
  await textOf(page).focus();
  await page.keyboard.press('Control+z');
  expect(await htmlOf(page)).toBe(tale);
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('.editor-preview').getByText('three').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Write' }).click();
  await textOf(page).focus();
  await page.keyboard.press('Control+Shift+z');
  expect(await htmlOf(page), 'redo works after opening Source').toBe(fixed);
});

journey('images ask for alt text; images of other sites are not pasted', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await openEditor(page, '<p>One</p>');
  await textOf(page).focus();
  await page.keyboard.press('Control+End');
  await toolbarButton(page, 'Image').click();
  await page.getByRole('button', { name: 'No alt text yet' }).click();
  await page.getByRole('textbox', { name: 'Alt text' }).fill('A “frog” & a crown');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Alt text: A “frog” & a crown' }).waitFor();
  await expectAccessible(page);
  expect(await htmlOf(page)).toBe(
    '<p>One</p>\n<figure><img src="/media/frog-1.webp" alt="A “frog” &amp; a crown" width="300" height="200" /></figure>',
  );
  await textOf(page).locator('figcaption').click();
  await page.keyboard.type('A caption');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Below');
  expect(await htmlOf(page)).toContain('<figcaption>A caption</figcaption></figure>\n<p>Below</p>');
  await textOf(page).getByRole('img').click();
  await page.keyboard.press('Delete');
  expect(await htmlOf(page)).toBe('<p>One</p>\n<p>Below</p>');
  await textOf(page).getByText('One').click();
  await page.keyboard.press('End');
  await paste(page, { html: '<p>two <img src="https://example.org/x.png"></p><p class=MsoNormal style="color:red">three</p>' });
  const warning = page.locator('.toast').filter({ hasText: 'An image was not pasted' });
  await warning.waitFor();
  expect(await warning.locator('> .icon path').getAttribute('d'), 'a warning').toMatch(/^M12 4L2/);
  expect(await htmlOf(page)).toContain('<p>Onetwo</p>\n<p>three</p>');
  expect(await submitCount(page)).toBe(0);
});

journey('footnotes are numbered automatically and deleted with their marker', async ({ open }) => {
  const page = await open();
  const marker = (n: number) => `<sup><a id="t-fnref${n}" href="#t-fn${n}">${n}</a></sup>`;
  const notes = (...texts: string[]) =>
    `<section id="t-footnotes"><ol>${texts.map((text, n) => `<li id="t-fn${n + 1}">${text} <a href="#t-fnref${n + 1}">↑</a></li>`).join('')}</ol></section>`;
  await openEditor(page, `<p>One.${marker(1)} Two.</p><h2>Three</h2><p>Four.${marker(2)}</p>${notes('first', 'second')}`);
  const { keyboard } = page;
  await textOf(page).getByText('Three').click();
  await keyboard.press('End');
  await toolbarButton(page, 'Footnote').click();
  await page.getByRole('textbox', { name: 'Text of the footnote' }).and(page.locator(':focus')).waitFor();
  await keyboard.type('between');
  await keyboard.press('Escape');
  const three = `<p>One.${marker(1)} Two.</p>\n<h2>Three${marker(2)}</h2>\n<p>Four.${marker(3)}</p>\n${notes('first', 'between', 'second')}`;
  expect(await htmlOf(page)).toBe(three);
  await page.locator('.footnote-marker').first().click();
  expect(await page.getByRole('textbox', { name: 'Text of the footnote' }).textContent()).toBe('first');
  await keyboard.press('Escape');
  await keyboard.press('Backspace');
  expect(await htmlOf(page)).toBe(`<p>One. Two.</p>\n<h2>Three${marker(1)}</h2>\n<p>Four.${marker(2)}</p>\n${notes('between', 'second')}`);
  await keyboard.press('Control+z');
  expect(await htmlOf(page)).toBe(three);
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByRole('button', { name: 'Write' }).click();
  expect(await page.locator('.footnote-marker').count(), 'markers are restored from Source').toBe(3);
});

journey('text pasted into verse becomes lines, and pasting a copy of the whole text changes nothing', async ({ open }) => {
  const page = await open();
  await openEditor(
    page,
    '<p class="verse">Mirror</p><p lang="de">Es <small>war</small></p><table><tbody><tr><td>A</td></tr></tbody></table>',
  );
  await textOf(page).getByText('Mirror').click();
  await page.keyboard.press('End');
  await paste(page, { text: ', mirror\n\non the wall' });
  expect(await htmlOf(page)).toContain('<p class="verse">Mirror, mirror<br />on the wall</p>');
  await page.keyboard.press('Control+a');
  await waitForSelectionChange(page);
  const copied = await textOf(page).evaluate((element) => {
    const data = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData('text/html');
  });
  const before = await htmlOf(page);
  await paste(page, { html: copied });
  expect(await htmlOf(page)).toBe(before);
});

journey('changes are reported with a debounce, and all of them on blur', async ({ open }) => {
  const page = await open();
  await openEditor(page);
  await textOf(page).focus();
  await page.keyboard.type('Once upon a time there lived a king. '.repeat(3), { delay: 5 });
  await toolbarButton(page, 'Undo').focus();
  const changes = await changesOf(page);
  expect(changes.at(-1)).toBe(await htmlOf(page));
  expect(changes.length).toBeLessThan(20);
});
