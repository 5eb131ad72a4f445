// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { all, click, fill, get, press } from '#test/dom.ts';
import { EditorForm, form, frame, html, openEditor, paste, select, text, tool } from '#test/editor-form.tsx';
import { LinkSuggestions } from './link-suggestions.ts';

describe('links', () => {
  const dialog = () => get('dialog', 'Link');
  const address = () => get('textbox', 'URL, or words of a title') as HTMLInputElement;

  test('a selection is linked, changed and unlinked', async () => {
    await openEditor('<p>a frog</p>');
    await select('frog');
    await press('Ctrl+k');
    expect(dialog()).toBeDefined();
    await fill(address(), 'example.org/frogs');
    await click(get('button', 'Set'));
    await frame();
    expect(html()).toBe('<p>a <a href="https://example.org/frogs">frog</a></p>');
    expect([all('dialog'), document.activeElement, form.sent]).toEqual([[], text(), 0]);
    await select('fro', true);
    await click(tool('Link'));
    expect(address().value).toBe('https://example.org/frogs');
    await fill(address(), '/tale/rapunzel');
    await click(get('button', 'Set'));
    expect(html()).toBe('<p>a <a href="/tale/rapunzel">frog</a></p>');
    await select('fro', true);
    await click(tool('Link'));
    await click(get('button', 'Remove link'));
    expect(html()).toBe('<p>a frog</p>');
  });

  test.each(['javascript:alert(1)', 'nowhere', ''])('%j is refused with an explanation', async (typed) => {
    await openEditor('<p>a frog</p>');
    await select('frog');
    await click(tool('Link'));
    await fill(address(), typed);
    await click(get('button', 'Set'));
    expect([address().getAttribute('aria-invalid'), dialog().textContent?.includes('Not a valid link')]).toEqual(['true', true]);
    await click(get('button', 'Cancel'));
    await frame();
    expect([html(), all('dialog'), document.activeElement]).toEqual(['<p>a frog</p>', [], text()]);
  });

  test('a page of this site is found by its title and inserted by name', async () => {
    const target = { key: '1', href: '/tale/rapunzel', title: 'Rapunzel', note: 'A tale' };
    await openEditor(
      <LinkSuggestions value={(input) => (input === 'rap' ? [target] : [])}>
        <EditorForm initial="<p>See </p>" />
      </LinkSuggestions>,
    );
    await act(async () => void text().editor.commands.setTextSelection(5));
    await click(tool('Link'));
    await fill(address(), 'rap');
    await click(get('button', 'RapunzelA tale'));
    expect(html()).toContain('<a href="/tale/rapunzel">Rapunzel</a>');
  });

  test('an address pasted over words links them', async () => {
    await openEditor('<p>a frog</p>');
    await select('frog');
    await paste({ 'text/plain': 'https://example.org/' });
    expect(html()).toBe('<p>a <a href="https://example.org/">frog</a></p>');
  });
});

test('the language of a passage is set by name, with its direction', async () => {
  await openEditor('<p>a frog said shalom</p>');
  await select('shalom');
  await click(tool('Language of a passage'));
  await fill(get('textbox', 'Language'), 'Hebrew');
  await click(get('button', 'Set'));
  await frame();
  expect(html()).toMatch(/<p>a frog said <span (lang="he" dir="rtl"|dir="rtl" lang="he")>shalom<\/span><\/p>/);
  expect(document.activeElement).toBe(text());
  await select('frog');
  await click(tool('Language of a passage'));
  await fill(get('textbox', 'Language'), 'the old tongue');
  await click(get('button', 'Set'));
  expect(get('textbox', 'Language').getAttribute('aria-invalid')).toBe('true');
});

describe('find and replace', () => {
  const found = () => get('status').textContent;
  const openFind = async (html: string) => {
    await openEditor(html);
    await select('x', true);
    await press('Ctrl+f');
  };

  test('counts matches, goes to the next and previous by Enter, and does not submit the form', async () => {
    await openFind('<p>x frog frog</p><p>frog</p>');
    expect(document.activeElement).toBe(get('textbox', 'Find'));
    await fill(get('textbox', 'Find'), 'frog');
    expect(found()).toBe('3 found');
    await press('Enter');
    expect(found()).toBe('1 of 3');
    await press('Enter');
    expect(found()).toBe('2 of 3');
    await press('Shift+Enter');
    expect([found(), form.sent]).toEqual(['1 of 3', 0]);
    await fill(get('textbox', 'Find'), 'toad');
    expect(found()).toBe('Not found');
  });

  test('replaces one, then all', async () => {
    await openFind('<p>x frog frog frog</p>');
    await fill(get('textbox', 'Find'), 'frog');
    await press('Enter');
    await fill(get('textbox', 'Replace with'), 'toad');
    await click(get('button', 'Replace'));
    expect(html()).toBe('<p>x toad frog frog</p>');
    await click(get('button', 'All'));
    expect(html()).toBe('<p>x toad toad toad</p>');
  });

  test('takes special characters literally', async () => {
    await openFind('<p>x a.c abc</p>');
    await fill(get('textbox', 'Find'), 'a.c');
    expect(found()).toBe('1 found');
  });

  test.each([
    ['Escape', () => press('Escape')],
    ['Close', () => click(get('button', 'Close'))],
  ])('%s closes it, removes the highlights and returns to the text', async (_name, close) => {
    await openFind('<p>x frog</p>');
    await fill(get('textbox', 'Find'), 'frog');
    expect(document.querySelectorAll('.ProseMirror-search-match, .ProseMirror-active-search-match').length).toBe(1);
    await close();
    await frame();
    expect(all('textbox', 'Find')).toEqual([]);
    expect(document.querySelectorAll('.ProseMirror-search-match, .ProseMirror-active-search-match').length).toBe(0);
    expect(document.activeElement).toBe(text());
  });
});
