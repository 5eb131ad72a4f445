import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import type { CollectionRow, ManagedCollection } from '#src/features/collections/contract.ts';
import { DeedDialog } from './deed-dialog.tsx';
import { SelectField } from './text-fields.tsx';
import { match } from './use-record.ts';

type Props = { collection: ManagedCollection; others: CollectionRow[]; onRetired: () => void; onCancel: () => void };

/** Takes out a collection; its address leads to another one, or says that it is gone. */
export function RetireCollection({ collection, others, onRetired, onCancel }: Props) {
  const [to, setTo] = useState('');
  const options = others.filter(({ id }) => id !== collection.id).map(({ id, title }) => [String(id), title] as const);
  return (
    <DeedDialog
      title="Are you sure?"
      confirm="Retire"
      text={`This will take out “${collection.title}”. Its tales stay where they are. This cannot be undone.`}
      onCancel={onCancel}
      onConfirm={async () => {
        const query = to === '' ? '' : `?to=${to}`;
        await send('DELETE', `/admin/collections/${collection.id}${query}`, undefined, match(collection.version));
        onRetired();
      }}
    >
      <SelectField
        label="Whoever comes to its address"
        value={to}
        onChange={setTo}
        options={[['', 'is told that it is gone'], ...options.map(([id, title]) => [id, `is led to: ${title}`] as const)]}
      />
    </DeedDialog>
  );
}
