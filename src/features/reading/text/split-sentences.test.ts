import { expect, test } from 'vitest';
import { splitLongSentence } from '#src/features/text-to-speech/spoken-text.ts';
import { fc } from '#test/fast-check.ts';
import { rulesFor } from './sentence-rules.ts';
import { splitSentences } from './split-sentences.ts';

/** Sentences separated by `|`. */
const ENGLISH = [
  '"What?" said the king. | "Go!" he cried. | "I will not."',
  '“What?” said the king. | “Go!” he cried. | “I will not.”',
  "'Who is there?' asked the wolf. | 'It is I,' said she.",
  '"Who is there?" I cried.',
  '"Who is there?" Jack asked. | Nobody answered.',
  '"Who is there?" | The king got up.',
  'The mother said, "Whither away, Hans?" | Hans answered, "To Grethel."',
  '"Are you well?" Charming said nothing.',
  'Oh! how the old woman laughed. | Then she was gone.',
  'Alas! I am lost. | Lost!',
  '"Hush! hush!" said the fox, and he hid.',
  'Ha! ha! ha! laughed the troll.',
  'Help! | Help! | The house is on fire!',
  'Mr. Fox met Mrs. Cat at St. Ives. | They danced.',
  'Dr. Owl and Prof. Raven agreed, viz. Not at all.',
  'Messrs. Hare & Co. sold carrots. | Nobody paid.',
  'He lived at No. 5. | She lived next door.',
  '"Will you come?" | "No. | I am busy."',
  'J. R. Miller told it. | We only wrote it down.',
  'Turn to p. 12 and read. | Then sleep.',
  'This suited them to a T. | They set out.',
  'The general’s. | The king’s.',
  'It is I. | Open the door!',
  'Nobody knew it but I. | He had gone.',
  'I. How the tale began.',
  'XII. The raven speaks. | Caw!',
  '3. The third wish',
  'It was the year 1711. | The queen went away.',
  'Louis XI. | I have remembered his name.',
  'It cost 19.98 crowns. | Nobody had so much.',
  'He had 1,000 sheep. | 12 of them were black.',
  'Well ... perhaps not today.',
  'Well... I cannot say.',
  '“Well…” said the fox. | “We shall see…” | And he left.',
  'They waited… | Nobody came.',
  'One step further.... | There you are.',
  'He slept . . . and woke. | The fire was out.',
  'The troll—for it was a troll—slept. | The lad crept out.',
  'He looked in -- and there she was! | "You?" he said.',
  '"No one has dared that," said he.— | "But I command it," said she.',
  '"What!"— | "Yes, a bear!"',
  '"If you do not open the door—" The wolf coughed.',
  'The king (he was old! and deaf) heard nothing. | The queen heard all.',
  'The king (it was Jack. Yes, Jack.) smiled. | So did we.',
  '(Nobody saw it. | Nobody spoke.) | Then it rained.',
  'Mirror, mirror,\n| On the wall,\n| Who is the fairest of us all?',
  'Tum-pa! | Tum-pa!\n| Here I go.',
  'He said: "Run, and do not look back." | They ran.',
  '“He told me, ‘Go!’ and I went,” she said. | “That was all.”',
  '“He told me, ‘Go home.’” | She wept.',
  '“Did he say ‘Never’?” asked the owl. | “He did.”',
  'She lost her shoe at 12 p.m. exactly. | Nobody found it.',
  'Cats, dogs, etc. were asleep. | The cook too.',
  'He called, "Thief, thief!" at the top of his voice. | No one came.',
  '’Tis late. | ’Twas dark before.',
  'He went out. | ’Twas cold.',
  '... Speak to the king!',
  '* * *',
  'The end',
  '',
  '   ',
];

const GERMAN = [
  '„Was?“ sagte der König. | „Geh!“ rief er. | „Ich will nicht.“',
  '»Was?« sagte der König. | »Geh!« rief er. | »Ich will nicht.«',
  '»Komm, Halvor! ich will dir den Kopf krauen!« | Er kam.',
  '„Ist sie da?“ — | „Ja!“ rief er.',
  '»Halvor! | Halvor!« — | »Ja!« sagte Halvor. – | Da war Ruhe.',
  'Am 3. Mai kam er heim. | Es schneite.',
  'Der 12. Bruder schwieg. | Die anderen lachten.',
  'Es war im Jahre 1812. | Der König schlief.',
  'Er wurde 12. | Da fing es an.',
  'König Ludwig XIV. tanzte. | Friedrich II. Flöte klang.',
  'Tiere, z. B. Wölfe, d. h. Räuber, kamen. | Niemand blieb.',
  'Hunde, Katzen usw. | Alle liefen davon.',
  'Er erzählte, wo sie gewesen wären u. s. w. | Der Seemann schlief.',
  'Er wohnte in Nr. 7. | Das wusste jeder.',
  'Hr. Wolf und Fr. Geiß kamen mit Dr. Eule. | Sie aßen.',
  'St. Petrus öffnete. | Herr P. Müller trat ein.',
  'Ach! wie weinte sie. | Niemand hörte es.',
  'Sie weinte. | ’s ist spät. | Schlaf nun!',
  '„Die Nachtigall!“ stand darauf. | Er las es.',
  'Er rief: „Hilfe! | Ich ertrinke!“ und versank. | Still war der See.',
  'Wer da säet, wird ernten; so steht es da. | Nicht wahr?',
  'Der Soldat stand — da dachte er an sie. | Er seufzte.',
  '„Schweig oder—“ | Doch er sprach weiter.',
  'Da klopfte sein Herz. | Der Vogel sang.',
  'Sie wartete … und wartete. | Er kam nicht …',
  '„Er sagte: ‚Geh!‘ und ich ging“, sprach sie. | „Das ist alles.“',
  'Der König (er war alt! sehr alt) schlief. | Die Königin nicht.',
  'Spieglein, Spieglein\n| an der Wand,\n| wer ist die Schönste im ganzen Land?',
  'Er ging für immer fort. | Nie kam er wieder.',
];

const OTHERS: [string, string][] = [
  ['fr', '« Oui ! » dit-il. | « Non. » | Elle partit.'],
  ['da', 'Der kom en soldat. | »Hvad vil du?« sagde heksen.'],
  ['sv', 'Hon gick. | Han stannade.'],
  ['ja', '昔々ある所に。|お爺さんがいました。'],
  ['no such tag', 'One. | Two.'],
];

const cases = [...ENGLISH.map((text) => ['en', text]), ...GERMAN.map((text) => ['de', text]), ...OTHERS] as [string, string][];

test.each(cases)('%s: %s', (language, marked) => {
  const text = marked.replace(/(\s?)\| ?/g, '$1');
  const told = splitSentences(text, language, rulesFor(language)).map(({ start, end }) => text.slice(start, end));
  expect(told).toEqual(text.trim() === '' ? [] : marked.split('|').map((part) => part.trim()));
});

const piece = fc.constantFrom(
  'He',
  ' ',
  '.',
  '!',
  '?',
  '"',
  '„',
  '“',
  '»',
  '«',
  '—',
  '…',
  '3',
  '\n',
  'Mr',
  'ging',
  '(',
  ')',
  '\u00a0',
  '-',
  ';',
);
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

test('every character other than white space is in exactly one sentence', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom('en', 'de', 'fr', ''), (text, language) => {
      expect(joined(text, splitSentences(text, language, rulesFor(language)))).toBe(text.replace(/\s/g, ''));
    }),
  );
});

test('a long sentence is split at pauses; a short one is not', () => {
  const long = `${'The king rode over hill and dale, and the lords rode after him; '.repeat(9)}so they came home.`;
  const breaths = splitLongSentence(long, { start: 0, end: long.length });
  expect(breaths.length).toBeGreaterThan(1);
  expect(joined(long, breaths)).toBe(long.replace(/\s/g, ''));
  for (const { start, end } of breaths.slice(0, -1)) {
    expect(end - start).toBeLessThanOrEqual(400);
    expect(long[end - 1]).toBe(';');
  }
  expect(splitLongSentence('He slept; she did not.', { start: 0, end: 22 })).toEqual([{ start: 0, end: 22 }]);
  const endless = 'a'.repeat(1_000);
  expect(splitLongSentence(endless, { start: 0, end: 1_000 })).toEqual([{ start: 0, end: 1_000 }]);
});

function joined(text: string, parts: readonly { start: number; end: number }[]): string {
  for (const { start, end } of parts) expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
  return parts.map(({ start, end }) => text.slice(start, end).replace(/\s/g, '')).join('');
}
