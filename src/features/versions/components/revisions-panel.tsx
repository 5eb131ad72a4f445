import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import type { ManagedTale, SavedAnswer } from '#src/features/manage/contract.ts';
import { ListPanel } from '#src/features/staff/components/list-panel.tsx';
import { useStaffList, useStaffReload } from '#src/features/staff/components/use-staff-list.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { momentOf } from '#src/ui/when.ts';
import type { Revision, RevisionPage } from '../contract.ts';
import { RevisionList } from './revision-list.tsx';

const CompareView = lazy(async () => ({ default: (await import('./compare-view.tsx')).CompareView }));

type Props = {
  tale: ManagedTale;
  /** A former version was written as the newest one. */
  onRestored: (saved: SavedAnswer) => void;
};

/** What a tale was before: who changed it and when, what was changed, and a way back. */
export function RevisionsPanel({ tale, onRestored }: Props) {
  const path = `/tales/${tale.id}/revisions`;
  const query = useStaffList<RevisionPage>(path, {});
  const reload = useStaffReload(path);
  const [compared, setCompared] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const revisions = query.data?.pages.flatMap((page) => page.revisions) ?? [];
  const known = useRef(tale.version);
  useEffect(() => {
    if (known.current === tale.version) return;
    known.current = tale.version;
    void reload();
  });

  async function restore(version: number): Promise<void> {
    try {
      const headers = { 'If-Match': `"${tale.version}"` };
      const saved = await send<SavedAnswer>('POST', `/admin${path}/${version}/restore`, undefined, headers);
      setCompared(null);
      onRestored(saved);
      void toast({ title: 'Version restored', text: `“${saved.tale.title}” reads as it did in version ${version}.` });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      void toast({ title: 'Error restoring version', text: error.message, wrong: true });
    }
    setAsked(null);
  }

  const question = asked === null ? null : revisions.find(({ version }) => version === asked);
  return (
    <div className="versions">
      {compared === null ? (
        <ListPanel
          query={query}
          count={revisions.length}
          words={['former version', 'former versions']}
          loading="Loading versions..."
          empty="No former versions yet. Whenever the tale is saved, what it was before is kept here."
          failed="Error loading versions"
        >
          <RevisionList tale={tale} revisions={revisions} onCompare={setCompared} onRestore={setAsked} />
          <p className="hint">The 200 newest former versions of a tale are kept.</p>
        </ListPanel>
      ) : (
        <Suspense fallback={<p className="panel-note">Loading versions...</p>}>
          <CompareView tale={tale} revisions={revisions} first={compared} onBack={() => setCompared(null)} onRestore={setAsked} />
        </Suspense>
      )}
      {question ? (
        <ConfirmDialog
          title="Restore this version?"
          confirm="Restore"
          onConfirm={() => restore(question.version)}
          onCancel={() => setAsked(null)}
        >
          {questionFor(question)}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function questionFor({ version, saved_at }: Revision): string {
  return `The tale will read again as it did in version ${version}, saved ${momentOf(saved_at)}. Its address, status and publish date stay as they are, and what it is now is kept as a former version.`;
}
