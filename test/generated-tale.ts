import { fc } from './fast-check.ts';

/** A long tale made up from a seed, as blocks of sentences that keep their names whatever is edited around them. */

export type Sentence = { id: number; text: string };
/** `kind`: its element, or how its sentences stand in one. */
export type Block = { kind: 'p' | 'verse' | 'h2' | 'hr' | 'ul' | 'blockquote'; sentences: Sentence[] };

const WORDS = [
  ...new Set(
    'the king rode over hill and dale some wolf stood by well said fox to raven old mill turned its wheel queen slept long bread was cold snow fell on roofs of town mother sent her son into wood gold ring lay in deep green lake nobody knew why tailor sewed seven coats while moon hung low above bridge then came three riders with lanterns extraordinarily grandmother’s wherever overnight'.split(
      ' ',
    ),
  ),
];
const words = (minLength: number, maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...WORDS), { minLength, maxLength }).map((some) => capital(some.join(' ')));
const plain = fc.tuple(words(3, 18), fc.constantFrom('.', '!', '?')).map(([some, mark]) => some + mark);
const spoken = fc.tuple(words(2, 9), fc.constantFrom('asked', 'cried', 'said')).map(([some, verb]) => `“${some}!” ${verb} the miller.`);
const refrain = fc.constantFrom('“Who is there?” asked the wolf.', 'On they went, and on.', 'Knock, knock!');
const sentence = fc.oneof({ weight: 6, arbitrary: plain }, { weight: 2, arbitrary: spoken }, { weight: 1, arbitrary: refrain });

type Kinds = { kind: Block['kind']; sentences: string[] };
const of = (kind: Block['kind'], minLength: number, maxLength: number, each = sentence) =>
  fc.array(each, { minLength, maxLength }).map((sentences): Kinds => ({ kind, sentences }));
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
  .map(([first, others, last]) => numbered([first, ...others, last], 0));

/** An edit beside what is read: paragraphs that come and go, sentences that come and go. */
export type Edit = { what: 'put' | 'drop' | 'put sentence' | 'drop sentence'; at: number; in: number; text: string[] };

export const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom<Edit['what']>('put', 'drop', 'put sentence', 'drop sentence'),
  at: fc.nat(),
  in: fc.nat(),
  text: fc.array(plain, { minLength: 1, maxLength: 5 }),
});

/** The tale after an edit that leaves the sentence `kept` as it is, and as many of its copies as there were. */
export function edited(blocks: readonly Block[], { what, at, in: into, text }: Edit, kept: Sentence): Block[] {
  const index = at % blocks.length;
  const fresh = numbered(
    [{ kind: 'p', sentences: text }],
    1 + Math.max(...blocks.flatMap(({ sentences }) => sentences.map(({ id }) => id))),
  );
  const { kind, sentences } = blocks[index] as Block;
  const nth = into % (sentences.length + 1);
  const isKept = sentences.some((each) => each.text === kept.text);
  if (what === 'put') return blocks.toSpliced(index, 0, ...fresh);
  if (what === 'drop') return isKept ? [...blocks] : blocks.toSpliced(index, 1);
  if (kind === 'hr' || kind === 'h2') return [...blocks];
  if (what === 'put sentence') return blocks.with(index, { kind, sentences: sentences.toSpliced(nth, 0, ...(fresh[0]?.sentences ?? [])) });
  const isLost = sentences.length < 2 || sentences[nth] === undefined || sentences[nth].text === kept.text;
  return isLost ? [...blocks] : blocks.with(index, { kind, sentences: sentences.toSpliced(nth, 1) });
}

export function htmlOf(blocks: readonly Block[]): string {
  return blocks.map(htmlOfBlock).join('');
}

function htmlOfBlock({ kind, sentences }: Block): string {
  // A word in italics here and there makes several texts of one sentence.
  const texts = sentences.map(({ id, text }) => (id % 7 === 3 ? text.replace(/ (\w+)/, ' <em>$1</em>') : text));
  if (kind === 'verse') return `<p class="verse">${texts.join('<br>')}</p>`;
  if (kind === 'hr') return '<hr>';
  if (kind === 'ul') return `<ul>${texts.map((text) => `<li>${text}</li>`).join('')}</ul>`;
  if (kind === 'blockquote') return `<blockquote><p>${texts.join(' ')}</p></blockquote>`;
  return `<${kind}>${texts.join(' ')}</${kind}>`;
}

function numbered(told: readonly Kinds[], first: number): Block[] {
  let id = first;
  return told.map(({ kind, sentences }) => ({ kind, sentences: sentences.map((text) => ({ id: id++, text })) }));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
