import { useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import type { AuthorRow, ManagedAuthor } from '#src/features/authors/contract.ts';
import { talesCount } from '#src/ui/wording.ts';
import { AuthorChoice } from './author-choice.tsx';
import { DeedDialog } from './deed-dialog.tsx';
import { match } from './use-record.ts';

type MergeProps = { author: ManagedAuthor; onMerged: (into: ManagedAuthor) => void; onCancel: () => void };

/** All tales of an author go to another one. */
export function MergeAuthor({ author, onMerged, onCancel }: MergeProps) {
  const [into, setInto] = useState<AuthorRow | null>(null);
  return (
    <DeedDialog
      title={`Merge ${author.name}`}
      confirm="Merge"
      text={`${capitalCount(author.tales)} will go to the author you choose; so will the name and the address, for ever. This cannot be undone.`}
      onCancel={onCancel}
      onConfirm={async () => {
        if (into === null) throw new Refused(422, 'invalid', 'Choose the author to merge into.');
        onMerged(await send('POST', `/admin/authors/${author.id}/merge`, { into: into.id }, match(author.version)));
      }}
    >
      <AuthorChoice label="Into" without={author.id} chosen={into} onChoose={setInto} />
    </DeedDialog>
  );
}

type RetireProps = { author: ManagedAuthor; onRetired: () => void; onCancel: () => void };

/** Takes out an author who has no tales. */
export function RetireAuthor({ author, onRetired, onCancel }: RetireProps) {
  return (
    <DeedDialog
      title="Are you sure?"
      confirm="Retire"
      text={`This will take out “${author.name}”. Whoever comes to the old address is told that it is gone. This cannot be undone.`}
      onCancel={onCancel}
      onConfirm={async () => {
        await send('DELETE', `/admin/authors/${author.id}`, undefined, match(author.version));
        onRetired();
      }}
    />
  );
}

function capitalCount(tales: number): string {
  return tales === 0 ? 'No tales' : tales === 1 ? '1 tale' : talesCount(tales);
}
