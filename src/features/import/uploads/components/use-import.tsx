/** Queries and actions of imports. Queries follow the changes that are made meanwhile. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { useChanges } from '#src/api-client/watch-changes.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import type { ImportHow, ImportReport, ImportRuns, ImportTaleText, ImportUpload, ImportUploads } from '../contract.ts';

const ALL = '/imports';
const RUNS = '/import-runs';

/** One import. An empty `id` disables the query. */
export function useImport(id: string) {
  return useImportQuery<ImportReport>(`${ALL}/${id}`, { isEnabled: id !== '' });
}

/** The text of a tale in a preview. */
export function useTaleText(id: string, key: string) {
  return useImportQuery<ImportTaleText>(`${ALL}/${id}/tales/${key}`, { isLive: false });
}

/** Recent imports, for `useLiveRows`. */
export function useImports() {
  return useImportQuery<ImportUploads>(ALL, { isLive: false });
}

/** Earlier runs. `isLive: false`: for `useLiveRows`. */
export function useRuns(options?: ImportQueryOptions) {
  return useImportQuery<ImportRuns>(RUNS, options);
}

/** Updates or reloads cached imports and runs. */
export function useImportCache() {
  const client = useQueryClient();
  const again = (path: string) => client.invalidateQueries({ queryKey: keyOf(path) });
  return {
    /** Stores a new, empty import. */
    cacheNew: (made: ImportUpload) => {
      const report: ImportReport = { ...made, is_dry: true, books: [], problems: [], left: [] };
      client.setQueryData(keyOf(`${ALL}/${made.id}`), report);
    },
    removeFromCache: (id: string) => client.removeQueries({ queryKey: keyOf(`${ALL}/${id}`) }),
    reloadImport: (id: string) => again(`${ALL}/${id}`),
    reloadImports: () => again(ALL),
    reloadRuns: () => again(RUNS),
  };
}

function keyOf(path: string): readonly string[] {
  return ['staff', path];
}

type ImportQueryOptions = { isEnabled?: boolean; isLive?: boolean };

function useImportQuery<Answer>(path: string, { isEnabled = true, isLive = true }: ImportQueryOptions = {}) {
  const queryKey = keyOf(path);
  const query = useQuery({
    queryKey,
    queryFn: () => apiRequest<Answer>('GET', `/admin${path}`),
    enabled: isEnabled,
    staleTime: 0,
    // Runs offline too, so that the page can show the error.
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: (failures, error) => error instanceof ApiError && error.status >= 500 && retryUpTo(2)(failures, error),
  });
  useChanges(isEnabled && isLive ? 'imports' : null, () => query.refetch({ throwOnError: true }));
  return { ...query, queryKey };
}

export type ImportActions = {
  runner: ActionRunner;
  check: () => Promise<void>;
  /** `exclude`: keys of tales to skip. */
  startImport: (exclude: ReadonlySet<string>) => Promise<void>;
  stop: () => Promise<void>;
  confirmDiscard: () => void;
  /** Confirmation of discarding. */
  dialog: ReactNode;
};

type ImportActionsOptions = { id: string; how: ImportHow; onChecked: () => void; onDiscarded: () => void };

/** Actions of an import. Each resolves when the page shows its result. */
export function useImportActions({ id, how, onChecked, onDiscarded }: ImportActionsOptions): ImportActions {
  const runner = useActionRunner();
  const { reloadImport, reloadImports, reloadRuns, removeFromCache } = useImportCache();
  const [isAsked, setAsked] = useState(false);
  const send = async (what: string, body?: unknown) => {
    try {
      await apiRequest('POST', `/admin/imports/${id}/${what}`, body);
    } catch (error) {
      // Another editor may have been faster.
      if (error instanceof ApiError && error.status === 409) void reloadImport(id);
      throw error;
    }
    await reloadImport(id);
  };

  async function discard(): Promise<void> {
    await runner.run('discard', async () => {
      await apiRequest('DELETE', `/admin/imports/${id}`);
      removeFromCache(id);
      void reloadImports();
      onDiscarded();
    });
    setAsked(false);
  }

  return {
    runner,
    check: async () => {
      const { publishing, keep_duplicates, map } = how;
      await send('check', { publishing, keep_duplicates, map });
      onChecked();
    },
    startImport: async (exclude) => {
      await apiRequest('PUT', `/admin/imports/${id}/exclusions`, { exclude: [...exclude] });
      await send('import');
      void reloadRuns();
    },
    stop: () => send('stop'),
    confirmDiscard: () => setAsked(true),
    dialog: isAsked ? (
      <ConfirmDialog title="Discard this import?" confirm="Discard" onConfirm={discard} onCancel={() => setAsked(false)}>
        Its uploaded files will be deleted. Tales already imported are kept.
      </ConfirmDialog>
    ) : null,
  };
}

/** Runs one action at a time. The error of the last one is shown until the next begins. */
function useActionRunner() {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function run(name: string, action: () => Promise<unknown>): Promise<void> {
    if (busy !== null) return;
    setBusy(name);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      const fields = error instanceof ApiError ? Object.values(error.fields).flat() : [];
      setFailure(fields.length > 0 ? fields.join(' ') : error instanceof Error ? error.message : 'An unknown error occurred');
    }
    setBusy(null);
  }

  return { busy, failure, run };
}

export type ActionRunner = ReturnType<typeof useActionRunner>;
