import { expect, test } from 'vitest';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { makeZip } from '#test/books.ts';
import { makeDocx, para, run, styled } from '#test/docx.ts';
import { parseDocx } from './parse-docx.ts';

const head = (text: string) => styled('berschrift1', text);
async function read(body: string, parts: Parameters<typeof makeDocx>[1] = {}) {
  const { book, notes } = await parseDocx('the-red-mill.docx', makeDocx(body, parts));
  for (const { content } of book.tales) expect(sanitizeHtml(content)).toMatchObject({ html: content });
  return { book, notes, tales: book.tales, tale: book.tales[0] };
}
const contentOf = async (body: string, parts?: Parameters<typeof makeDocx>[1]) =>
  (await read(styled('Titel', 'The Mill') + body, parts)).tale?.content;

test('splits at level-1 headings in any language of Word', async () => {
  const front = styled('Titel', 'Tales of Mills') + para('For my mother') + styled('TOC1', 'The Mill 1');
  const body = `${front}${head('The Mill')}${styled('Sub', 'A Small Tale')}${para('by A. Miller')}${para('It turned.')}${head(' ')}${styled('Own', 'The Stone')}${styled('H2', 'One')}${para('It lay.')}${head('No text')}`;
  const { book, notes } = await read(body, { core: '<dc:creator>user</dc:creator>' });
  expect(book).toMatchObject({ title: 'Tales of Mills', name: 'Tales of Mills', language: 'en', key: expect.stringMatching(/^sha256:/) });
  expect(book.tales).toEqual([
    { title: 'The Mill', subtitle: 'A Small Tale', author: 'A. Miller', language: 'en', content: '<p>It turned.</p>', warnings: [] },
    {
      title: 'The Stone',
      author: 'user',
      language: 'en',
      content: '<h2>One</h2>\n<p>It lay.</p>',
      warnings: ['The author is taken from the document properties.'],
    },
  ]);
  expect(notes).toEqual(['Skipped before the first tale: “For my mother” (1 in total).', 'No text below “No text”.']);
});

test('reads a document with at most one heading as one tale and states the origin of its title', async () => {
  expect((await read(head('The Mill') + para('It turned.'))).tales).toMatchObject([
    { title: 'The Mill', content: '<p>It turned.</p>', warnings: [] },
  ]);
  const bold = await read(para(run('The Mill', '<w:b/>')) + para('It turned.'));
  expect(bold.tale).toMatchObject({
    title: 'The Mill',
    content: '<p>It turned.</p>',
    warnings: ['The title is the first line, which is not marked as a heading.'],
  });
  const plain = para('It turned.') + para('And stood.');
  expect((await read(plain)).tale).toMatchObject({ title: 'The Red Mill', warnings: ['The title is taken from the file name.'] });
  expect((await read(plain, { core: '<dc:title>The Wheel</dc:title>' })).tale).toMatchObject({
    title: 'The Wheel',
    warnings: [expect.stringContaining('document properties')],
  });
});

test('keeps formatting, line breaks and verse, and joins split runs', async () => {
  const marks =
    run('It ') +
    run('tur', '<w:i/>') +
    run('ned ', '<w:i w:val="true"/><w:sz w:val="3"/>') +
    run('on', '<w:b/>') +
    run(' and off', '<w:b w:val="0"/>');
  expect(await contentOf(para(marks))).toBe('<p>It <em>turned</em> <strong>on</strong> and off</p>');
  const more =
    run('E', '<w:smallCaps/>') +
    run('nd', '<w:rStyle w:val="Strong"/>') +
    run('2', '<w:vertAlign w:val="superscript"/>') +
    run('no', '<w:vanish/>');
  expect(await contentOf(para(more))).toBe('<p><span class="small-caps">E</span><strong>nd</strong><sup>2</sup></p>');
  expect(await contentOf(para('<w:r><w:t>Turn, my wheel,</w:t><w:br/><w:t>turn.</w:t></w:r>'))).toBe(
    '<p class="verse">Turn, my wheel,<br />turn.</p>',
  );
  expect(
    await contentOf(
      para('<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br w:type="page"/><w:t>c</w:t><w:noBreakHyphen/><w:t>d &amp; &lt;e&gt;</w:t></w:r>'),
    ),
  ).toBe('<p>a b c\u2011d &amp; &lt;e&gt;</p>');
});

test('converts quotes, lists, tables, rules and centred lines', async () => {
  const item = (text: string, depth: number) => para(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr>`);
  expect(await contentOf(item('a', 0) + item('b', 1) + item('c', 1) + item('d', 0))).toBe(
    '<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>',
  );
  expect(await contentOf(styled('Bullets', 'a') + styled('Bullets', 'b') + para('c'))).toBe('<ul><li>a</li><li>b</li></ul>\n<p>c</p>');
  expect(await contentOf(styled('Quote', 'a') + styled('Quote', 'b') + para('* * *') + para('c', '<w:jc w:val="center"/>'))).toBe(
    '<blockquote><p>a</p><p>b</p></blockquote>\n<hr />\n<p class="centre">c</p>',
  );
  const row = (...cells: string[]) => `<w:tr>${cells.map((each) => `<w:tc>${para(each)}</w:tc>`).join('')}</w:tr>`;
  const gone = `<w:tr><w:trPr><w:del w:id="1"/></w:trPr><w:tc>${para('x')}</w:tc><w:tc>${para('y')}</w:tc></w:tr>`;
  expect(await contentOf(`<w:tbl>${row('a', 'b')}${gone}${row('c', 'd')}</w:tbl>${para('e')}`)).toBe(
    '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>\n<p>e</p>',
  );
  expect(await contentOf(`<w:tbl>${row('a')}${row('b')}</w:tbl>`)).toBe('<p>a</p>\n<p>b</p>');
});

test('drops deletions and keeps insertions, in links and fields too', async () => {
  const del = `<w:del w:id="1"><w:r><w:delText>gone</w:delText><w:t>gone</w:t></w:r></w:del>`;
  const ins = `<w:ins w:id="2">${run('new ')}</w:ins><w:moveFrom>${run('away')}</w:moveFrom><w:moveTo>${run('here ')}</w:moveTo>`;
  const field = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>';
  expect(await contentOf(para(`${run('a ')}${del}${ins}${field}<w:hyperlink>${run('link')}</w:hyperlink>`))).toBe('<p>a new here link</p>');
  const old = '<w:rPr><w:rPrChange w:id="3"><w:rPr><w:b/></w:rPr></w:rPrChange></w:rPr>';
  expect(await contentOf(para(`<w:r>${old}<w:t>not bold</w:t></w:r>`))).toBe('<p>not bold</p>');
  expect(await contentOf(para('One ', '<w:rPr><w:del w:id="4"/></w:rPr>') + para('sentence.'))).toBe('<p>One sentence.</p>');
  const twice = `<mc:AlternateContent><mc:Choice>${run('once')}</mc:Choice><mc:Fallback>${run('twice')}</mc:Fallback></mc:AlternateContent>`;
  expect(await contentOf(para(twice))).toBe('<p>once</p>');
});

test('attaches footnotes to their tale', async () => {
  const mark = (id: number) => `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`;
  const note = (id: number, text: string) => `<w:footnote w:id="${id}">${para(`<w:r><w:footnoteRef/></w:r>${run(text)}`)}</w:footnote>`;
  const footnotes = `<w:footnote w:type="separator" w:id="0">${para('')}</w:footnote>${note(1, ' 12. May 1850.')}${note(2, ' Of stone.')}`;
  const body = `${head('A')}${para(`${run('It turned [1]')}${mark(1)}${run('.')}`)}${head('B')}${para(`${run('It lay')}${mark(2)}`)}`;
  const { tales } = await read(body, { footnotes });
  expect(tales.map(({ content }) => content)).toEqual(
    [
      ['It turned [1]', '.', '12. May 1850.'],
      ['It lay', '', 'Of stone.'],
    ].map(
      ([before, after, text]) =>
        `<p>${before}<sup><a id="t-fnref1" href="#t-fn1">1</a></sup>${after}</p>\n<section id="t-footnotes"><ol><li id="t-fn1">${text} <a href="#t-fnref1">↑</a></li></ol></section>`,
    ),
  );
});

test('skips images and text in frames with a note', async () => {
  const framed = `<w:r><w:pict><v:x xmlns:v="urn:v"><w:txbxContent>${para('In a frame')}</w:txbxContent></v:x></w:pict></w:r>`;
  const { tale, notes } = await read(head('A') + para(`${run('a')}<w:r><w:drawing><x/></w:drawing></w:r>`) + para(framed + run('b')));
  expect(tale?.content).toBe('<p>a</p>\n<p>b</p>');
  expect(tale?.warnings).toEqual([expect.stringContaining('text in frames')]);
  expect(notes).toEqual(['Images skipped: 1.']);
  const sign = para('<w:r><w:sym w:font="Wingdings" w:char="F04A"/><w:sym w:font="Arial" w:char="00E9"/></w:r>');
  expect((await read(head('A') + sign)).tale).toMatchObject({ content: '<p>é</p>', warnings: [expect.stringContaining('symbol font')] });
});

test('uses the language of most of the text', async () => {
  const german = run('Es war einmal eine Mühle.', '<w:lang w:val="de-AT"/>');
  expect((await read(head('A') + para(german))).book.language).toBe('de');
  expect((await read(head('A') + para(`${german}${run('x'.repeat(40))}`))).book.language).toBe('en');
});

test('rejects files that are not Word documents, and hostile ones', async () => {
  const fault = (bytes: Buffer) => parseDocx('a.docx', bytes).then(String, ({ code, message }) => code ?? message);
  expect(await fault(makeZip([{ name: 'a.txt', data: 'x' }]))).toBe('a.docx: not a Word document (.docx).');
  expect(await fault(makeDocx(para(' ')))).toBe('a.docx: the file has no text.');
  expect(await fault(Buffer.from('x'))).toBe('not_a_zip');
  expect(await fault(makeDocx('<w:p>'))).toBe('broken_xml');
  expect(await fault(makeDocx('<w:a>'.repeat(300) + '</w:a>'.repeat(300)))).toBe('too_deep');
  expect(await fault(makeDocx(`<w:p>${'<w:r/>'.repeat(50_001)}</w:p>`))).toBe('too_many_elements');
  expect(await fault(makeDocx('', {}, [{ name: '../x', data: '' }]))).toBe('bad_name');
  const entity = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
  expect(await fault(makeZip([{ name: '_rels/.rels', data: entity }]))).toBe('document_type');
  const long = para(`<w:r>${`<w:t>${'x'.repeat(1000)}</w:t>`.repeat(17_000)}</w:r>`);
  expect(await fault(makeDocx(long))).toBe('too_much_text');
});
