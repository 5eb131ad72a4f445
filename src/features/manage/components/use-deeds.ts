import { useQueryClient } from '@tanstack/react-query';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { toast } from '#src/ui/toast.ts';
import type { BulkAnswer, BulkChange, SavedAnswer, TaleRow } from '../contract.ts';

type Named = Pick<TaleRow, 'id' | 'title'>;

/** What is done to tales from the list. Each says afterwards what was done, or what was not, and has the list read again. */
export function useDeeds({ onGone }: { onGone: (ids: readonly string[]) => void }) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: ['staff', '/tales'] });
  // Not after a deletion: the one that is open would be asked for once more before it is closed.
  const reloadOpen = () => client.invalidateQueries({ queryKey: ['staff', 'tale'] });

  async function tryTo(failTitle: string, deed: () => Promise<unknown>): Promise<boolean> {
    try {
      await deed();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      void toast({ title: failTitle, text: error.message, wrong: true });
      // Somebody else was faster: the list shows what is there now.
      if (error.status === 404 || error.status === 409) void reload();
      return false;
    }
  }

  async function remove({ id }: Named): Promise<void> {
    if (!(await tryTo('Error deleting tale', () => send('DELETE', `/admin/tales/${id}`)))) return;
    onGone([id]);
    void toast({ title: 'Tale deleted', text: 'The fairy tale has been permanently deleted.' });
    await reload();
  }

  async function moveToBin(tale: Named): Promise<void> {
    if (!(await tryTo('Error moving tale to the bin', () => send<SavedAnswer>('POST', `/admin/tales/${tale.id}/bin`)))) return;
    onGone([tale.id]);
    const action = { name: 'Undo', act: () => void restore(tale) };
    void toast({ title: 'Moved to bin', text: 'You can restore it for 30 days.', action });
    await reload();
  }

  async function restore({ id, title }: Named): Promise<void> {
    if (!(await tryTo('Error restoring tale', () => send<SavedAnswer>('POST', `/admin/tales/${id}/restore`)))) return;
    void toast({ title: 'Tale restored', text: `“${title}” is back, as it was.` });
    await Promise.all([reload(), reloadOpen()]);
  }

  /** Resolves to the answer; null when nothing was done at all. */
  async function changeMany(change: BulkChange, done: string): Promise<BulkAnswer | null> {
    let answer: BulkAnswer | null = null;
    const isDone = await tryTo('Error changing tales', async () => {
      answer = await send<BulkAnswer>('POST', '/admin/tales/bulk', change);
    });
    if (!isDone || answer === null) return null;
    const { done: ids, refused } = answer as BulkAnswer;
    if (change.action === 'bin' || change.action === 'delete') onGone(ids);
    else void reloadOpen();
    const text = ids.length === 1 ? '1 tale.' : `${ids.length} tales.`;
    if (ids.length > 0)
      void toast({ title: done, text: refused.length === 0 ? text : `${text} ${refused.length} not.`, warns: refused.length > 0 });
    else void toast({ title: 'Nothing was changed', text: refused[0]?.reason ?? '', wrong: true });
    await reload();
    return answer;
  }

  return { remove, moveToBin, restore, changeMany };
}
