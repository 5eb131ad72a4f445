import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { newId } from '#src/ui/new-id.ts';
import { toast } from '#src/ui/toast.ts';
import type { BulkChange, BulkResult, SaveResult, TaleRow } from '../contract.ts';

type Tale = Pick<TaleRow, 'id' | 'title'>;

type Options = { onRemoved: (ids: readonly string[]) => void; onDuplicated: (result: SaveResult) => void };

/**
 * Actions on tales of the list. Each shows its result as a toast and reloads the list. `onRemoved` is called with tales that were
 * deleted or trashed, `onDuplicated` with the copy of a tale.
 */
export function useTaleActions({ onRemoved, onDuplicated }: Options) {
  const client = useQueryClient();
  /** Deleted here, or about to be: not to be loaded again when the change is notified. */
  const deleted = useRef(new Set<string>());
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
    deleted.current.add(id);
    if (!(await request('Error deleting tale', () => apiRequest('DELETE', `/admin/tales/${id}`)))) {
      deleted.current.delete(id);
      return;
    }
    onRemoved([id]);
    void toast({ title: 'Tale deleted', text: 'The fairy tale has been permanently deleted.' });
    await reloadList();
  }

  /** `key`: repeating it creates no second copy. */
  async function duplicate(tale: Tale, key = newId()): Promise<void> {
    try {
      const result = await apiRequest<SaveResult>('POST', `/admin/tales/${tale.id}/duplicate`, undefined, { 'idempotency-key': key });
      onDuplicated(result);
      void toast({ title: 'Tale duplicated', text: `“${result.tale.title}” is a draft.` });
      await reloadList();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Without a response, the copy may exist.
      const retry = { name: 'Try again', act: () => void duplicate(tale, key) };
      const text = Object.values(error.fields).flat()[0] ?? error.message;
      void toast({ title: 'Error duplicating tale', text, wrong: true, ...(error.status === 0 && { action: retry }) });
      if (error.status === 404 || error.status === 409) void reloadList();
    }
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
    const toDelete = change.action === 'delete' ? change.ids : [];
    for (const id of toDelete) deleted.current.add(id);
    const response = await request('Error changing tales', () => apiRequest<BulkResult>('POST', '/admin/tales/bulk', change));
    const { done, refused } = response?.result ?? { done: [], refused: [] };
    for (const id of toDelete) if (!done.includes(id)) deleted.current.delete(id);
    if (response === undefined) return null;
    if (change.action === 'bin' || change.action === 'delete') onRemoved(done);
    else void reloadOpenTale();
    const text = done.length === 1 ? '1 tale.' : `${done.length} tales.`;
    const unchanged = refused.length === 0 ? '' : ` ${refused.length} unchanged.`;
    if (done.length > 0) void toast({ title: doneTitle, text: text + unchanged, warns: refused.length > 0 });
    else void toast({ title: 'Nothing was changed', text: refused[0]?.reason ?? '', wrong: true });
    await reloadList();
    return response.result;
  }

  return { isDeleted: (id: string) => deleted.current.has(id), remove, duplicate, moveToTrash, restore, changeMany };
}
