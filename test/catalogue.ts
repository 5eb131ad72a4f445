import type { TestDatabase } from './database.ts';
import { DIFFICULT_TEXT } from './difficult-text.ts';
import { addTale, wordsOf } from './factories.ts';

/** Fixture of the OPDS tests: tales in three categories, one of them with a rare word (quillow), and one collection. */

const TALES = 105;

/** Number of all tales, including those with difficult text. */
export const CATALOGUE_SIZE = TALES + Object.keys(DIFFICULT_TEXT).length;

export async function addCatalogue(database: TestDatabase): Promise<void> {
  for (let n = 0; n < TALES; n++) {
    await addTale(database.db, {
      title: `Tale ${n}`,
      author: n % 3 === 0 ? 'Hans Christian Andersen' : `Teller ${n % 7}`,
      category: n % 2 === 0 ? 'dark' : 'animals',
      language: n % 10 === 0 ? 'de' : 'en',
      age_band: n % 2 === 0 ? '6-8' : '9-12',
      content: n % 4 === 0 ? wordsOf(1_500) : `<p>There was a ${n === 77 ? 'quillow' : 'fox'}.</p>`,
      daysAgo: 1 + Math.floor(n / 9),
    });
  }
  for (const [n, text] of Object.values(DIFFICULT_TEXT).entries()) {
    await addTale(database.db, {
      title: `${n} ${text}`,
      author: 'Odd Letters',
      category: 'folklore',
      excerpt: text || '-',
      daysAgo: 40,
      age_band: '',
    });
  }
  await database.pool.query(
    "insert into collections (slug, title, description, position) values ('evenings', 'Long evenings', 'By the stove', 1)",
  );
  await database.pool.query(
    "insert into collection_tales (collection_id, tale_id, position) select c.id, t.id, t.words % 5 from collections c, tales t where t.title like 'Tale 1%'",
  );
}
