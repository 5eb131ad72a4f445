import { expect, test } from 'vitest';
import { detectLanguage } from './read-tales.ts';

test.each([
  ['en', 'Once upon a time there was a miller who had three sons, and when he died he left them his mill, his ass and his cat.'],
  ['de', 'Es war einmal ein Müller, der hatte drei Söhne, seine Mühle, einen Esel und einen Kater; die Söhne mussten mahlen.'],
  ['fr', 'Un meunier ne laissa pour tous biens à trois enfants qu’il avait, que son moulin, son âne et son chat.'],
  ['nl', 'Er was eens een molenaar die drie zonen had, een molen, een ezel en een kat; de zonen moesten malen.'],
  ['sv', 'Det var en gång en mjölnare som hade tre söner, en kvarn, en åsna och en katt, och sönerna fick mala.'],
  ['es', 'Érase una vez un molinero que tenía tres hijos, y al morir les dejó su molino, su asno y su gato.'],
  ['it', 'C’era una volta un mugnaio che aveva tre figli, e morendo lasciò loro il mulino, l’asino e il gatto.'],
])('detects %s, also in HTML', async (language, text) => {
  expect(await detectLanguage(text)).toBe(language);
  expect(await detectLanguage(`<p class="verse">${text.replace(/ /, '<br />')}</p>`)).toBe(language);
});

test.each(['', 'The owl.', '<p></p>'.repeat(50), '12 34 56 78 '.repeat(20)])('detects nothing in %j', async (text) => {
  expect(await detectLanguage(text)).toBe(undefined);
});
