// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { all, click, fill, get, nameOf, press, until } from '#test/dom.ts';
import { form, frame, html, isOn, openEditor, select, text, tool } from '#test/editor-form.tsx';
import { SourceOnly } from './content-editor.tsx';

describe('formatting', () => {
  test.each([
    ['Bold', 'Ctrl+b', '<p>a <strong>frog</strong></p>'],
    ['Italic', 'Ctrl+i', '<p>a <em>frog</em></p>'],
    ['Small caps', 'Ctrl+Alt+c', '<p>a <span class="small-caps">frog</span></p>'],
    ['Heading 2', 'Ctrl+Alt+2', '<h2>a frog</h2>'],
    ['Heading 3', 'Ctrl+Alt+3', '<h3>a frog</h3>'],
    ['Heading 4', 'Ctrl+Alt+4', '<h4>a frog</h4>'],
    ['Quotation', 'Ctrl+Shift+b', '<blockquote><p>a frog</p></blockquote>'],
    ['List', 'Ctrl+Shift+8', '<ul><li>a frog</li></ul>'],
    ['Numbered list', 'Ctrl+Shift+7', '<ol><li>a frog</li></ol>'],
    ['Verse', 'Ctrl+Alt+v', '<p class="verse">a frog</p>'],
  ])('%s is set and removed by its button, and set by %s', async (name, keys, expected) => {
    await openEditor('<p>a frog</p>');
    await select('frog');
    expect(isOn(name)).toBe(false);
    await click(tool(name));
    await frame();
    expect([html(), isOn(name), document.activeElement]).toEqual([expected, true, text()]);
    await click(tool(name));
    await frame();
    expect([html()?.replace(/<\/?p>/g, ''), isOn(name)]).toEqual(['a frog', false]);
    await press(keys);
    expect(html()).toBe(expected);
  });

  test('<b> and <i> count as bold and italic, and are removed like them', async () => {
    await openEditor('<p><b>old</b> <i>frog</i></p>');
    await select('old');
    expect(isOn('Bold')).toBe(true);
    await click(tool('Bold'));
    await select('frog');
    expect(isOn('Italic')).toBe(true);
    await click(tool('Italic'));
    expect(html()).toBe('<p>old frog</p>');
  });

  test('paragraphs keep their alignment when they are formatted', async () => {
    await openEditor('<p class="centre">one</p><p class="right">two</p>');
    await select('one');
    await click(tool('Bold'));
    await select('two');
    await press('Ctrl+Alt+2');
    expect(html()).toBe('<p class="centre"><strong>one</strong></p>\n<h2 class="right">two</h2>');
  });

  test('undo and redo work by button and key, and say when there is nothing to undo', async () => {
    await openEditor('<p>a frog</p>');
    await select('frog');
    expect([tool('Undo').getAttribute('aria-disabled'), tool('Redo').getAttribute('aria-disabled')]).toEqual(['true', 'true']);
    await press('Ctrl+b');
    await frame();
    expect(tool('Undo').getAttribute('aria-disabled')).toBeNull();
    await click(tool('Undo'));
    await frame();
    expect([html(), tool('Undo').getAttribute('aria-disabled')]).toEqual(['<p>a frog</p>', 'true']);
    await click(tool('Redo'));
    expect(html()).toBe('<p>a <strong>frog</strong></p>');
    await press('Ctrl+z');
    expect(html()).toBe('<p>a frog</p>');
    await press('Ctrl+y');
    expect(html()).toBe('<p>a <strong>frog</strong></p>');
  });

  test('Enter splits paragraphs and list items', async () => {
    await openEditor('<p>one</p><ul><li>two</li></ul>');
    await select('o', true);
    await press('Enter');
    await select('tw', true);
    await press('Enter');
    expect(html()).toBe('<p>o</p>\n<p>ne</p>\n<ul><li>tw</li><li>o</li></ul>');
  });

  test('a section break and a picture are inserted; without a picture the text has the focus again', async () => {
    await openEditor('<p>one</p>');
    await select('one', true);
    await click(tool('Section break'));
    expect(html()).toMatch(/^<p>one<\/p>\s*<hr( \/)?>/);
    await click(tool('Image'));
    await frame();
    expect([html()?.includes('<img'), document.activeElement]).toEqual([false, text()]);
    form.picked = { src: '/media/frog-1.webp', alt: 'A frog', width: 300, height: 200 };
    await click(tool('Image'));
    expect(html()).toContain('<img src="/media/frog-1.webp" alt="A frog" width="300" height="200"');
  });
});

describe('the toolbar', () => {
  test('is one stop of Tab, with arrows, Home and End inside', async () => {
    await openEditor('<p>a frog</p>');
    const stops = () => all('button').filter((button) => button.closest('[role=toolbar]') && button.tabIndex === 0);
    const focused = () => nameOf(document.activeElement as HTMLElement);
    expect(stops().map(nameOf)).toEqual(['Undo']);
    await act(async () => tool('Undo').focus());
    await press('ArrowRight');
    expect([focused(), stops().map(nameOf)]).toEqual(['Redo', ['Redo']]);
    await press('End');
    expect(focused()).toBe('Find');
    await press('ArrowRight');
    expect(focused()).toBe('Undo');
    await press('ArrowLeft');
    expect(focused()).toBe('Find');
    await press('Home');
    expect([focused(), stops().map(nameOf)]).toEqual(['Undo', ['Undo']]);
  });

  test('Alt+F10 moves the focus from the text to the toolbar, and Escape back', async () => {
    await openEditor('<p>a frog</p>');
    await select('frog');
    await press('Alt+F10');
    await until(() => expect(document.querySelector('[role=tooltip]')?.textContent ?? '').toContain('Undo'));
    // The first Escape hides the name of the tool.
    await press('Escape');
    expect([document.querySelector('[role=tooltip]'), document.activeElement]).toEqual([null, tool('Undo')]);
    await press('Escape');
    await frame();
    expect(document.activeElement).toBe(text());
  });

  test('does nothing while HTML is shown', async () => {
    await openEditor('<p>a frog</p>');
    await select('frog');
    await click(get('button', 'Source'));
    await click(tool('Bold'));
    expect([html(), tool('Bold').getAttribute('aria-disabled')]).toEqual(['<p>a frog</p>', 'true']);
  });
});

test('the field has its name, description, language and error state', async () => {
  await openEditor('<p>Es war</p>', { isInvalid: true });
  const attributes = ['aria-multiline', 'aria-describedby', 'aria-invalid', 'lang'].map((name) => text().getAttribute(name));
  expect(attributes).toEqual(['true', 'content-hint', 'true', 'de']);
  await click(get('button', 'Source'));
  expect(get('textbox', 'Content, as HTML').getAttribute('aria-invalid')).toBe('true');
});

test('when the editor cannot be loaded, the tale can be written as HTML', async () => {
  await openEditor('<p>one</p>', { Component: SourceOnly });
  expect(get('status').textContent).toContain('Edit the HTML here');
  await fill(get('textbox', 'Content, as HTML'), '<p>two</p>');
  await act(async () => get('textbox', 'Content, as HTML').blur());
  expect([html(), form.changes]).toEqual(['<p>two</p>', ['<p>two</p>']]);
});
