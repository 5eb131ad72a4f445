import { type ReactNode, useState } from 'react';
import { PreviewLinks } from '#src/features/versions/components/preview-links.tsx';
import { RevisionsPanel } from '#src/features/versions/components/revisions-panel.tsx';
import type { ManagedTale, SavedAnswer } from '../contract.ts';

/** Former versions, and links for those who may look at a tale before it is public: asked for only when they are opened. */
export function TaleHistory({ tale, onSaved }: { tale: ManagedTale; onSaved: (saved: SavedAnswer) => void }) {
  return (
    <div className="detail-more">
      {tale.state === 'published' ? null : (
        <Fold title="Preview links">
          <PreviewLinks taleId={tale.id} />
        </Fold>
      )}
      <Fold title="Former versions">
        <RevisionsPanel tale={tale} onRestored={onSaved} />
      </Fold>
    </div>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details onToggle={(event) => setOpened((was) => was || event.currentTarget.open)}>
      <summary>{title}</summary>
      {wasOpened ? children : null}
    </details>
  );
}
