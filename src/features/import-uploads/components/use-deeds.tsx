import { type ReactNode, useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import type { ImportHow } from '../contract.ts';
import { type Deed, useDeed } from './use-deed.ts';
import { useImportCache } from './use-import.ts';

export type Deeds = {
  deed: Deed;
  check: () => Promise<void>;
  /** `exclude`: keys of tales that are not imported. */
  bringIn: (exclude: ReadonlySet<string>) => Promise<void>;
  stop: () => Promise<void>;
  askToDiscard: () => void;
  /** The question before it is discarded. */
  dialog: ReactNode;
};

type Asked = { id: string; how: ImportHow; onChecked: () => void; onDiscarded: () => void };

/** What can be done with an import. What the server has made of it is shown when each resolves. */
export function useDeeds({ id, how, onChecked, onDiscarded }: Asked): Deeds {
  const deed = useDeed();
  const { reloadImport, reloadImports, reloadRuns, forget } = useImportCache();
  const [isAsked, setAsked] = useState(false);
  const tell = async (what: string, body?: unknown) => {
    try {
      await send('POST', `/admin/imports/${id}/${what}`, body);
    } catch (error) {
      // Somebody else may have been first.
      if (error instanceof Refused && error.status === 409) void reloadImport(id);
      throw error;
    }
    await reloadImport(id);
  };

  async function discard(): Promise<void> {
    await deed.run('discard', async () => {
      await send('DELETE', `/admin/imports/${id}`);
      forget(id);
      void reloadImports();
      onDiscarded();
    });
    setAsked(false);
  }

  return {
    deed,
    check: async () => {
      const { publishing, keep_duplicates, map } = how;
      await tell('check', { publishing, keep_duplicates, map });
      onChecked();
    },
    bringIn: async (exclude) => {
      await send('PUT', `/admin/imports/${id}/exclusions`, { exclude: [...exclude] });
      await tell('import');
      void reloadRuns();
    },
    stop: () => tell('stop'),
    askToDiscard: () => setAsked(true),
    dialog: isAsked ? (
      <ConfirmDialog title="Discard this import?" confirm="Discard" onConfirm={discard} onCancel={() => setAsked(false)}>
        The files that were sent for it are deleted. Tales that are on the site stay as they are.
      </ConfirmDialog>
    ) : null,
  };
}
