import type { RowAction } from '#src/ui/row-menu.tsx';
import type { TaleRow } from '../contract.ts';

/** What the rows of the list ask the page to do. */
export type RowDeeds = {
  view: (tale: TaleRow) => void;
  edit: (tale: TaleRow) => void;
  moveToBin: (tale: TaleRow) => void;
  restore: (tale: TaleRow) => void;
  remove: (tale: TaleRow) => void;
};

/** The menu of a tale. What is in the bin can only be restored or deleted. */
export function actionsFor(tale: TaleRow, deeds: RowDeeds): RowAction[] {
  const run = (deed: keyof RowDeeds) => () => deeds[deed](tale);
  const remove: RowAction = { name: 'Delete', icon: 'bin', danger: true, run: run('remove') };
  if (tale.state === 'bin') return [{ name: 'Restore', icon: 'undo', run: run('restore') }, remove];
  return [
    { name: 'View', icon: 'eye', run: run('view') },
    { name: 'Edit', icon: 'feather', run: run('edit') },
    { name: 'Move to bin', icon: 'box', run: run('moveToBin') },
    remove,
  ];
}
