import { fc } from './fast-check.ts';

/** Generates long tales as blocks of sentences, whose ids survive edits. */

export type Sentence = { id: number; text: string };
/** `kind`: the element or its class. */
export type Block = { kind: 'p' | 'verse' | 'h2' | 'hr' | 'ul' | 'blockquote'; sentences: Sentence[] };

const WORDS = [
  ...new Set(
    'the king rode over hill and dale some wolf stood by well said fox to raven old mill turned its wheel queen slept long bread was cold snow fell on roofs of town mother sent her son into wood gold ring lay in deep green lake nobody knew why tailor sewed seven coats while moon hung low above bridge then came three riders with lanterns extraordinarily grandmother’s wherever overnight'.split(
      ' ',
    ),
  ),
];
const words = (minLength: number, maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...WORDS), { minLength, maxLength }).map((some) => capitalize(some.join(' ')));
const plain = fc.tuple(words(3, 18), fc.constantFrom('.', '!', '?')).map(([some, mark]) => some + mark);
const spoken = fc.tuple(words(2, 9), fc.constantFrom('asked', 'cried', 'said')).map(([some, verb]) => `“${some}!” ${verb} the miller.`);
const refrain = fc.constantFrom('“Who is there?” asked the wolf.', 'On they went, and on.', 'Knock, knock!');
const sentence = fc.oneof({ weight: 6, arbitrary: plain }, { weight: 2, arbitrary: spoken }, { weight: 1, arbitrary: refrain });

type BlockText = { kind: Block['kind']; sentences: string[] };
const of = (kind: Block['kind'], minLength: number, maxLength: number, each = sentence) =>
  fc.array(each, { minLength, maxLength }).map((sentences): BlockText => ({ kind, sentences }));
const block = fc.oneof(
  { weight: 8, arbitrary: of('p', 1, 6) },
  { weight: 4, arbitrary: of('p', 1, 1, fc.oneof(spoken, refrain)) },
  { weight: 2, arbitrary: of('p', 12, 30) },
  { weight: 2, arbitrary: of('verse', 2, 8, words(3, 7)) },
  { weight: 1, arbitrary: of('h2', 1, 1, words(2, 4)) },
  { weight: 1, arbitrary: of('hr', 0, 0) },
  { weight: 1, arbitrary: of('ul', 2, 5, plain) },
  { weight: 1, arbitrary: of('blockquote', 1, 4, plain) },
);

export const tale = fc
  .tuple(of('p', 5, 8, plain), fc.array(block, { minLength: 36, maxLength: 54 }), of('p', 20, 20, plain))
  .map(([first, others, last]) => withIds([first, ...others, last], 0));

/** An edit that inserts or removes a paragraph or a sentence. */
export type Edit = { what: 'insert' | 'remove' | 'insert sentence' | 'remove sentence'; at: number; in: number; text: string[] };

export const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom<Edit['what']>('insert', 'remove', 'insert sentence', 'remove sentence'),
  at: fc.nat(),
  in: fc.nat(),
  text: fc.array(plain, { minLength: 1, maxLength: 5 }),
});

/** Returns the tale after an edit that does not change the sentence `kept` or the number of its copies. */
export function edited(blocks: readonly Block[], { what, at, in: into, text }: Edit, kept: Sentence): Block[] {
  const index = at % blocks.length;
  const inserted = withIds(
    [{ kind: 'p', sentences: text }],
    1 + Math.max(...blocks.flatMap(({ sentences }) => sentences.map(({ id }) => id))),
  );
  const { kind, sentences } = blocks[index] as Block;
  const nth = into % (sentences.length + 1);
  const isKept = sentences.some((each) => each.text === kept.text);
  if (what === 'insert') return blocks.toSpliced(index, 0, ...inserted);
  if (what === 'remove') return isKept ? [...blocks] : blocks.toSpliced(index, 1);
  if (kind === 'hr' || kind === 'h2') return [...blocks];
  if (what === 'insert sentence')
    return blocks.with(index, { kind, sentences: sentences.toSpliced(nth, 0, ...(inserted[0]?.sentences ?? [])) });
  const isUnchanged = sentences.length < 2 || sentences[nth] === undefined || sentences[nth].text === kept.text;
  return isUnchanged ? [...blocks] : blocks.with(index, { kind, sentences: sentences.toSpliced(nth, 1) });
}

export function htmlOf(blocks: readonly Block[]): string {
  return blocks.map(htmlOfBlock).join('');
}

function htmlOfBlock({ kind, sentences }: Block): string {
  // Some sentences have a word in italics, so that they have several text nodes.
  const texts = sentences.map(({ id, text }) => (id % 7 === 3 ? text.replace(/ (\w+)/, ' <em>$1</em>') : text));
  if (kind === 'verse') return `<p class="verse">${texts.join('<br>')}</p>`;
  if (kind === 'hr') return '<hr>';
  if (kind === 'ul') return `<ul>${texts.map((text) => `<li>${text}</li>`).join('')}</ul>`;
  if (kind === 'blockquote') return `<blockquote><p>${texts.join(' ')}</p></blockquote>`;
  return `<${kind}>${texts.join(' ')}</${kind}>`;
}

function withIds(blocks: readonly BlockText[], first: number): Block[] {
  let id = first;
  return blocks.map(({ kind, sentences }) => ({ kind, sentences: sentences.map((text) => ({ id: id++, text })) }));
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
