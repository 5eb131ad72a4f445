import { useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import type { ManagedCategory } from '#src/features/categories/contract.ts';
import { DeedDialog } from './deed-dialog.tsx';
import { SelectField } from './text-fields.tsx';
import { match } from './use-record.ts';

type MergeProps = {
  category: ManagedCategory;
  others: ManagedCategory[];
  onMerged: (into: ManagedCategory) => void;
  onCancel: () => void;
};

/** All tales and tags of a category go to another one. */
export function MergeCategory({ category, others, onMerged, onCancel }: MergeProps) {
  const [into, setInto] = useState('');
  const options = others.filter(({ id }) => id !== category.id).map(({ id, name }) => [String(id), name] as const);
  return (
    <DeedDialog
      title={`Merge ${category.name}`}
      confirm="Merge"
      text="All its tales will go to the category you choose, also those that only carry it as a tag; so will the address, for ever. This cannot be undone."
      onCancel={onCancel}
      onConfirm={async () => {
        if (into === '') throw new Refused(422, 'invalid', 'Choose the category to merge into.');
        onMerged(await send('POST', `/admin/categories/${category.id}/merge`, { into: Number(into) }, match(category.version)));
      }}
    >
      <SelectField label="Into" value={into} onChange={setInto} options={[['', 'Choose a category'], ...options]} />
    </DeedDialog>
  );
}

type RetireProps = { category: ManagedCategory; onRetired: () => void; onCancel: () => void };

/** Takes out a category that no tale has. */
export function RetireCategory({ category, onRetired, onCancel }: RetireProps) {
  return (
    <DeedDialog
      title="Are you sure?"
      confirm="Retire"
      text={`This will take out “${category.name}”. Whoever comes to the old address is told that it is gone. This cannot be undone.`}
      onCancel={onCancel}
      onConfirm={async () => {
        await send('DELETE', `/admin/categories/${category.id}`, undefined, match(category.version));
        onRetired();
      }}
    />
  );
}
