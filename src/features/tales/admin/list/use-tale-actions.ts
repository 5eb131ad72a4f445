import { useQueryClient } from '@tanstack/react-query';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { toast } from '#src/ui/toast.ts';
import type { BulkChange, BulkResult, SaveResult, TaleRow } from '../contract.ts';

type Tale = Pick<TaleRow, 'id' | 'title'>;

/**
 * Actions on tales of the list. Each shows its result as a toast and reloads the list. `onRemoved` is called with tales that were
 * deleted or trashed.
 */
export function useTaleActions({ onRemoved }: { onRemoved: (ids: readonly string[]) => void }) {
  const client = useQueryClient();
  const reloadList = () => client.invalidateQueries({ queryKey: ['staff', '/tales'] });
  // Not after a deletion, because the open tale would be loaded once more before it is closed.
  const reloadOpenTale = () => client.invalidateQueries({ queryKey: ['staff', 'tale'] });

  /** Returns undefined if the request failed. */
  async function request<Result>(failTitle: string, send: () => Promise<Result>): Promise<{ result: Result } | undefined> {
    try {
      return { result: await send() };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void toast({ title: failTitle, text: error.message, wrong: true });
      // Someone else has changed or deleted the tale.
      if (error.status === 404 || error.status === 409) void reloadList();
      return undefined;
    }
  }

  async function remove({ id }: Tale): Promise<void> {
    if (!(await request('Error deleting tale', () => apiRequest('DELETE', `/admin/tales/${id}`)))) return;
    onRemoved([id]);
    void toast({ title: 'Tale deleted', text: 'The fairy tale has been permanently deleted.' });
    await reloadList();
  }

  async function moveToTrash(tale: Tale): Promise<void> {
    if (!(await request('Error moving tale to trash', () => apiRequest<SaveResult>('POST', `/admin/tales/${tale.id}/bin`)))) return;
    onRemoved([tale.id]);
    const action = { name: 'Undo', act: () => void restore(tale) };
    void toast({ title: 'Moved to trash', text: 'You can restore it for 30 days.', action });
    await reloadList();
  }

  async function restore({ id, title }: Tale): Promise<void> {
    if (!(await request('Error restoring tale', () => apiRequest<SaveResult>('POST', `/admin/tales/${id}/restore`)))) return;
    void toast({ title: 'Tale restored', text: `“${title}” was restored from the trash.` });
    await Promise.all([reloadList(), reloadOpenTale()]);
  }

  /** Resolves to null if the request failed. */
  async function changeMany(change: BulkChange, doneTitle: string): Promise<BulkResult | null> {
    const response = await request('Error changing tales', () => apiRequest<BulkResult>('POST', '/admin/tales/bulk', change));
    if (response === undefined) return null;
    const { done, refused } = response.result;
    if (change.action === 'bin' || change.action === 'delete') onRemoved(done);
    else void reloadOpenTale();
    const text = done.length === 1 ? '1 tale.' : `${done.length} tales.`;
    const unchanged = refused.length === 0 ? '' : ` ${refused.length} unchanged.`;
    if (done.length > 0) void toast({ title: doneTitle, text: text + unchanged, warns: refused.length > 0 });
    else void toast({ title: 'Nothing was changed', text: refused[0]?.reason ?? '', wrong: true });
    await reloadList();
    return response.result;
  }

  return { remove, moveToTrash, restore, changeMany };
}
