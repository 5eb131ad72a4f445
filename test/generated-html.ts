import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { fc } from '#test/fast-check.ts';

/** Generates sanitized HTML of every kind that tales may contain. */

const words = fc.constantFrom('Once', ' upon', ' a time', '\n', '  ', 'é 雪女', '1 < 2', 'a & b', '\u00a0', '…', ' ');
const id = fc.constantFrom('one', 't-two', 'note-1');
const global = fc.record(
  {
    lang: fc.constantFrom('de', 'ar', 'zh-Hant'),
    dir: fc.constantFrom('ltr', 'rtl', 'auto'),
    class: fc.constantFrom('verse', 'centre', 'right', 'small-caps', 'verse centre'),
  },
  { requiredKeys: [] },
);
const OWN: Record<string, fc.Arbitrary<Record<string, string>>> = {
  a: fc.record(
    { href: fc.constantFrom('/tale/x', 'https://example.org/?a=1&b=2', '#t-two', 'mailto:a@example.org') },
    { requiredKeys: [] },
  ),
  img: fc.record(
    { src: fc.constant('/media/frog-1.webp'), alt: fc.constantFrom('', 'A "frog" & <co>'), width: fc.constant('300') },
    { requiredKeys: ['src'] },
  ),
  ol: fc.record({ start: fc.constantFrom('0', '3') }, { requiredKeys: [] }),
  td: fc.record({ colspan: fc.constant('2') }, { requiredKeys: [] }),
};

function attributesOf(tag: string): fc.Arbitrary<string> {
  const own = OWN[tag] ?? fc.constant({});
  return fc
    .tuple(own, fc.option(global, { freq: 3 }), fc.option(id, { freq: 6 }))
    .map(([mine, all, name]) => ({ ...mine, ...all, ...(name !== null && { id: name }) }))
    .map((all) => Object.entries(all).map(([name, value]) => ` ${name}="${escaped(value)}"`))
    .map((all) => all.join(''));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const element = (tag: string, inner: fc.Arbitrary<string>) =>
  fc.tuple(attributesOf(tag), inner).map(([attributes, html]) => `<${tag}${attributes}>${html}</${tag}>`);
const empty = (tag: string) => attributesOf(tag).map((attributes) => `<${tag}${attributes} />`);
const several = (one: fc.Arbitrary<string>, maxLength = 4) => fc.array(one, { maxLength }).map((all) => all.join(''));
const oneOf = (tags: string[], inner: fc.Arbitrary<string>) => fc.oneof(...tags.map((tag) => element(tag, inner)));

const { phrase } = fc.letrec<{ phrase: string }>((tie) => ({
  phrase: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: words.map(escaped) },
    { weight: 1, arbitrary: empty('br') },
    { weight: 1, arbitrary: empty('img') },
    { weight: 4, arbitrary: oneOf(['em', 'strong', 'i', 'b', 'small', 'sup', 'sub', 'cite', 'q', 'a', 'span'], several(tie('phrase'), 3)) },
  ),
}));
const line = several(phrase);
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: oneOf(['p', 'h2', 'h3', 'h4'], line) },
    { weight: 1, arbitrary: line },
    { weight: 1, arbitrary: empty('hr') },
    { weight: 1, arbitrary: fc.constant('\n') },
    {
      weight: 1,
      arbitrary: element(
        'figure',
        fc.oneof(
          empty('img'),
          fc.tuple(empty('img'), element('figcaption', line)).map((all) => all.join('')),
        ),
      ),
    },
    { weight: 2, arbitrary: oneOf(['blockquote', 'div', 'section'], several(tie('block'))) },
    { weight: 2, arbitrary: oneOf(['ul', 'ol'], several(element('li', fc.oneof(line, several(tie('block'), 2))))) },
    { weight: 1, arbitrary: element('dl', several(oneOf(['dt', 'dd'], line))) },
    { weight: 1, arbitrary: element('table', element('tbody', element('tr', several(element('td', line), 2)))) },
    // Unusual nesting that the sanitizer allows.
    { weight: 1, arbitrary: oneOf(['em', 'figcaption', 'li', 'td', 'figure', 'p', 'ul', 'a'], several(tie('block'), 2)) },
  ),
}));

export const generatedHtml: fc.Arbitrary<string> = several(block, 5).map((html) => sanitizeHtml(html).html);
