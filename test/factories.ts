import { createTale } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';

let made = 0;

/** A public tale in the database, with whatever a test is about said in `about`. Days count back from now. */
export async function addTale(db: Db, about: Record<string, unknown> & { daysAgo?: number } = {}): Promise<{ id: string; slug: string }> {
  made += 1;
  const { daysAgo = made, ...input } = about;
  const outcome = await createTale(db, {
    title: `Tale number ${made}`,
    author: 'The Miller',
    category: 'classic',
    excerpt: 'What happened at the mill.',
    content: '<p>There was a mill.</p>',
    status: 'published',
    publish_date: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    age_band: '6-8',
    origin: 'German',
    language: 'en',
    ...input,
  });
  if (outcome.outcome !== 'saved') throw new Error(`The tale was not saved: ${JSON.stringify(outcome)}`);
  return outcome.tale;
}

/** Text of so many words. */
export function wordsOf(count: number, word = 'mill'): string {
  return `<p>${Array.from({ length: count }, () => word).join(' ')}</p>`;
}
