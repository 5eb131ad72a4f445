import { expect, test } from 'vitest';
import { type Classification, classify } from './classification.ts';

const plain = { title: 'A Tale', author: '', bookTitle: null, language: 'en' };
const why = (tale: Classification, what: string) => tale.reasons.find((reason) => reason.what === what)?.why;

/** Distinct words without a theme. */
const FILLER = Array.from({ length: 300 }, (_, n) => `q${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`).join(' ');

test('chooses the category by keywords and quotes them', () => {
  const text = `${FILLER}. There came a dragon. The dragon and the giant met. “Away,” said the dragon. The giant slept.`;
  const tale = classify({ ...plain, text });
  expect(tale).toMatchObject({ category: 'magical-creatures', ageBand: '6-8', contentNotes: [], origin: '' });
  expect(why(tale, 'Category: Magical Creatures')).toBe('‘dragon’ 3 times; ‘giant’ twice; such creatures speak in it.');
});

test('classifies speaking animals as Animals, fables without animals as Folklore', () => {
  const fable = { ...plain, author: 'Aesop', bookTitle: 'Fables' };
  const crow = classify({ ...fable, title: 'The Crow and the Pitcher', text: 'A crow was thirsty. “How deep it is!” said the crow.' });
  expect(crow).toMatchObject({ category: 'animals', origin: 'Greek' });
  expect(why(crow, 'Category: Animals')).toContain('The title has ‘crow’');
  expect(
    classify({ ...fable, title: 'The Bald Knight', text: 'A knight wore a wig. The wind took it off, and all laughed.' }).category,
  ).toBe('folklore');
});

test('classifies well-known tales as Classic, or tags them so', () => {
  const text = FILLER;
  expect(classify({ ...plain, title: 'Cinderella; or, The Little Glass Slipper', text }).category).toBe('classic');
  const bluebeard = classify({ ...plain, title: 'Blue Beard', text });
  expect(bluebeard).toMatchObject({ category: 'dark', ageBand: '13+' });
  expect(bluebeard.tags).toContain('classic');
  expect(classify({ ...plain, title: 'Von dem Dornröschen', text }).category).not.toBe('classic');
  expect(classify({ ...plain, title: 'Das Dornröschen', language: 'de', text })).toMatchObject({ category: 'classic' });
});

test.each([
  [
    'de',
    'Der verzauberte Hirsch',
    'Die Prinzessin war verzaubert. Der Zauberer verwünschte sie und verwandelte sie. Da wurde sie erlöst. ',
  ],
  ['da', 'Den fortryllede hjort', 'Prinsessen var fortryllet. Troldmanden forbandede hende, og hun blev forvandlet ved trylleri. '],
  ['nl', 'Het betooverde hert', 'De prinses was betooverd. De toovenaar verwenschte haar. Eindelijk werd zij verlost van de betoovering. '],
  ['fr', 'La biche enchantée', 'La princesse était enchantée. Le magicien jeta un sortilège; elle fut changée en biche. '],
  ['es', 'La cierva encantada', 'La princesa estaba encantada. El mago hizo un hechizo y la convirtió en cierva. '],
  ['sv', 'Den förtrollade hjorten', 'Prinsessan var förtrollad. Trollkarlen hade förbannat henne och förvandlat henne. '],
])('finds enchantments in %s', (language, title, text) => {
  expect(classify({ ...plain, title, language, text: text.repeat(6) }).category).toBe('enchanted');
});

test('quotes passages for content notes; serious notes raise the age', () => {
  const text = `${FILLER}. The boy’s mother died, and he wept. They killed the giant, killed his brother, and cut off his head. `;
  const tale = classify({ ...plain, text });
  expect(tale).toMatchObject({ contentNotes: ['death-of-a-parent', 'violence'], ageBand: '9-12' });
  expect(why(tale, 'Content note: death of a parent')).toBe("‘the boy's mother died’.");
});

test('matches whole words in any language', () => {
  const found = (language: string, text: string) => classify({ ...plain, language, text }).contentNotes;
  expect(found('es', 'Murió la madre del niño. Lo mató, mató al otro y mató a todos.')).toEqual(['death-of-a-parent', 'violence']);
  expect(found('fr', 'Il l’a tué, il a égorgé le loup, et il a tué l’ogre.')).toEqual(['violence']);
});

test('gives short repetitive tales the lowest age band, but not long ones', () => {
  const chain = 'The cat ran to the rat, and the rat ran to the rope, and the rope ran to the cow. '.repeat(12);
  expect(classify({ ...plain, text: chain }).ageBand).toBe('3-5');
  expect(classify({ ...plain, text: chain.repeat(20) }).ageBand).toBe('9-12');
});

test('falls back to Folklore for unknown languages and empty texts', () => {
  for (const tale of [classify({ ...plain, language: 'ja', text: '昔々あるところに' }), classify({ ...plain, text: '' })]) {
    expect(tale).toMatchObject({ category: 'folklore', tags: [], contentNotes: [] });
    expect(why(tale, 'Category: Folklore')).toBe('No other category scored higher.');
  }
});
