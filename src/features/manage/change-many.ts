import { AppError } from '#src/platform/errors.ts';
import { type ChangeDeps, changeManagedTale, deleteManagedTale, moveManagedTale } from './change-tale.ts';
import type { BulkAnswer, BulkChange } from './contract.ts';

/**
 * Does one deed to many tales, each in a transaction of its own: one that is refused keeps none of the others. A tale that is so
 * already counts as done.
 */
export async function changeManyTales(deps: ChangeDeps, change: BulkChange): Promise<BulkAnswer> {
  const answer: BulkAnswer = { done: [], refused: [] };
  for (const id of new Set(change.ids)) {
    try {
      await changeOne(deps, id, change);
      answer.done.push(id);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      answer.refused.push({ id, title: await titleOf(deps, id), reason: reasonOf(error) });
    }
  }
  return answer;
}

async function changeOne(deps: ChangeDeps, id: string, { action, category }: BulkChange): Promise<void> {
  if (action === 'delete') return deleteManagedTale(deps, id);
  if (action === 'bin' || action === 'restore') {
    await moveManagedTale(deps, id, action === 'bin' ? 'bin' : 'list');
    return;
  }
  const fields = action === 'categorise' ? { category } : { status: action === 'publish' ? 'published' : 'draft' };
  if (await isSo(deps, id, fields)) return;
  await changeManagedTale(deps, { id, version: 'any', fields });
}

async function isSo({ db }: ChangeDeps, id: string, fields: Record<string, unknown>): Promise<boolean> {
  const tale = await db
    .selectFrom('tales')
    .innerJoin('categories', 'categories.id', 'tales.category_id')
    .select(['tales.status', 'categories.slug as category'])
    .where('tales.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return tale !== undefined && Object.entries(fields).every(([name, value]) => tale[name as keyof typeof tale] === value);
}

async function titleOf({ db }: ChangeDeps, id: string): Promise<string> {
  const tale = await db.selectFrom('tales').select('title').where('id', '=', id).executeTakeFirst();
  return tale?.title ?? '';
}

/** What is wrong with the fields says more than that something is. */
function reasonOf({ message, fields = {} }: AppError): string {
  const sentences = Object.values(fields).flat();
  return sentences.length > 0 ? sentences.join('. ') : message;
}
