// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { all, click, fill, get, press } from '#test/dom.ts';
import { form, handle, html, openEditor, paste, select, text, tool } from '#test/editor-form.tsx';

afterEach(() => vi.useRealTimers());

describe('paste', () => {
  const pasted = async (content: string) => {
    await openEditor('<p></p>');
    await paste({ 'text/html': content });
    return html() ?? '';
  };

  test.each([
    ['<p align="center">one</p>', '<p class="centre">one</p>'],
    ['<p style="text-align: center">one</p>', '<p class="centre">one</p>'],
    ['<p style="text-align: right">one</p>', '<p class="right">one</p>'],
    ['<p style="text-align:end">one</p>', '<p class="right">one</p>'],
    ['<p style="text-align: left" align="center">one</p>', '<p>one</p>'],
    ['<p style="text-align: justify">one</p>', '<p>one</p>'],
  ])('keeps the alignment of %s', async (content, expected) => {
    expect(await pasted(`<p>Once</p>${content}`)).toBe(`<p>Once</p>\n${expected}`);
  });

  test('from Word keeps emphasis and lists; styles, comments and deletions stay behind', async () => {
    const content = `<html><body><style>p { color: red }</style>
      <p class="MsoNormal"><span style="font-weight:bold">Once</span> <del>twice</del><o:p></o:p></p>
      <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>owl</p>
      <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>fox</p></body></html>`;
    expect((await pasted(content)).replace(/\s+/g, ' ')).toBe('<p><strong>Once</strong></p> <ul><li>owl</li><li>fox</li></ul>');
  });

  test('from Word with smart tags keeps the text', async () => {
    const content =
      '<html><head><o:SmartTagType namespaceuri="urn:schemas-microsoft-com:office:smarttags" name="place"/></head><body><p>In <st1:place>Berlin</st1:place></p><p>lived a frog.</p></body></html>';
    expect(await pasted(content)).toBe('<p>In Berlin</p>\n<p>lived a frog.</p>');
  });

  test('drops the title and images of other sites, and reports it', async () => {
    const content = await pasted('<h1>The frog  king</h1><p>Once<img src="https://example.org/frog.png"></p>');
    expect(content).toBe('<p>Once</p>');
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src="/media/a.png" onerror="alert(1)">',
    '<a href="javascript:alert(1)" onclick="alert(1)">owl</a>',
    '<div style="position:fixed" onmouseover="alert(1)">owl</div>',
    '<svg onload="alert(1)"><script>alert(1)</script></svg>',
    '<form action="https://evil.example"><button>owl</button></form>',
  ])('keeps nothing that runs of %s', async (content) => {
    const result = await pasted(`<p>safe</p>${content}`);
    expect(result).toMatch(/^<p>safe<\/p>/);
    expect(result).not.toMatch(/script|alert|style|form|svg/);
    expect(text().querySelector('script, svg, form, [onerror], [onclick], [style*=fixed]')).toBeNull();
  });

  test('of plain text makes paragraphs at empty lines and keeps lines of verse', async () => {
    await openEditor('<p></p>');
    await paste({ 'text/plain': 'Mirror, mirror,\non the wall\n\n<b>Who</b>' });
    expect(html()).toMatch(/^<p>Mirror, mirror,<br( \/)?>on the wall<\/p>\n<p>&lt;b&gt;Who&lt;\/b&gt;<\/p>$/);
  });
});

describe('modes', () => {
  test('content that cannot be edited is preserved exactly when other text changes', async () => {
    const table = '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>';
    await openEditor(`<p>frog</p>\n${table}`);
    expect(text().textContent).toContain('Not editable here. Edit it in Source.');
    await select('frog');
    await click(tool('Bold'));
    expect(html()).toBe(`<p><strong>frog</strong></p>\n${table}`);
  });

  test('an unchanged text is returned unchanged', async () => {
    const initial = '<p>one</p><p class="verse">a<br>b</p>\n\n\n<p>c</p>';
    await openEditor(initial);
    await click(get('button', 'Source'));
    expect((get('textbox', 'Content, as HTML') as HTMLTextAreaElement).value).toBe(initial);
    await click(get('button', 'Write'));
    expect([html(), form.changes]).toEqual([initial, []]);
  });

  test('HTML edited in Source is applied, and removed or repaired parts are reported', async () => {
    await openEditor('<p>one</p>');
    await click(get('button', 'Source'));
    await fill(get('textbox', 'Content, as HTML'), '<p>two <font>big</font><p>three');
    await click(get('button', 'Write'));
    expect(html()).toBe('<p>two big</p>\n<p>three</p>');
    expect(get('status').textContent).toMatch(/<font>.*The HTML was invalid/);
    expect(form.changes.at(-1)).toBe('<p>two big</p>\n<p>three</p>');
    await select('two', true);
    await press('Ctrl+z');
    expect(html()).toBe('<p>one</p>');
  });

  test('Preview shows the latest text', async () => {
    await openEditor('<p>frog</p>');
    await select('frog');
    await press('Ctrl+b');
    await click(get('button', 'Preview'));
    expect([document.querySelector('#preview')?.textContent, all('textbox')]).toEqual(['<p><strong>frog</strong></p>', []]);
  });

  test('changes are reported within 300 ms, batched, and at once on blur', async () => {
    await openEditor('<p>frog</p>');
    await select('frog');
    vi.useFakeTimers();
    await press('Ctrl+b');
    await press('Ctrl+i');
    expect(form.changes).toEqual([]);
    await act(async () => void vi.advanceTimersByTime(300));
    expect(form.changes).toEqual([html()]);
    await press('Ctrl+i');
    await act(async () => text().blur());
    expect(form.changes).toEqual([expect.anything(), '<p><strong>frog</strong></p>']);
  });

  test('a text set from outside can be undone', async () => {
    await openEditor('<p>one</p>');
    await act(async () => handle.current?.set('<p>two</p>'));
    expect(html()).toBe('<p>two</p>');
    await select('two', true);
    await press('Ctrl+z');
    expect(html()).toBe('<p>one</p>');
  });
});
