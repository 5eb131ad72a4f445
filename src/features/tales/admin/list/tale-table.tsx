import type { ReactNode } from 'react';
import { StatusBadge } from '#src/admin-ui/admin-table.tsx';
import { LiveRow } from '#src/admin-ui/live-rows.tsx';
import { formatLocalDate } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { type RowAction, RowMenu } from '#src/ui/row-menu.tsx';
import type { Sort, TaleRow, TaleState } from '../contract.ts';
import { useEditedTales } from '../presence/use-presence.ts';
import type { Selection } from './bulk-actions.tsx';

type Sorting = { sort: string; order: string; onSort: (sort: Sort) => void };

/** Actions in the menu of a tale. */
export type TaleActions = Record<'view' | 'edit' | 'duplicate' | 'moveToTrash' | 'restore' | 'remove', (tale: TaleRow) => void>;

type Props = {
  tales: readonly TaleRow[];
  openId: string;
  sorting: Sorting;
  selection: Selection;
  actions: TaleActions;
  onOpen: (tale: TaleRow) => void;
};

/** The table of tales. A row opens its tale. */
export function TaleTable({ tales, openId, sorting, selection, actions, onOpen }: Props) {
  const editedTales = useEditedTales();
  return (
    <table className={selection.isActive ? 'table tale-table is-picking' : 'table tale-table'}>
      <thead>
        <tr>
          <th scope="col" className="row-pick">
            <input type="checkbox" aria-label="Select all shown" checked={selection.isAllSelected} onChange={selection.toggleAll} />
          </th>
          <SortHead name="title" {...sorting}>
            Title
          </SortHead>
          <SortHead name="status" {...sorting}>
            Status
          </SortHead>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tales.map((tale) => (
          <TaleTableRow
            key={tale.id}
            tale={tale}
            editors={editedTales.get(tale.id) ?? []}
            isOpen={tale.id === openId}
            isSelected={selection.has(tale.id)}
            onSelect={(isRange) => selection.toggle(tale.id, isRange)}
            actions={actions}
            onOpen={() => onOpen(tale)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** A column that sorts the list; a second press reverses the order. */
function SortHead({ name, sort, order, onSort, children }: Sorting & { name: Sort; children: ReactNode }) {
  const isSorted = sort === name;
  const direction = order === 'desc' ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button type="button" className="sort-head" onClick={() => onSort(name)}>
        {children}
        <span className="sort-mark" aria-hidden="true" />
      </button>
    </th>
  );
}

type RowProps = {
  tale: TaleRow;
  /** Names of others who are editing it. */
  editors: readonly string[];
  isOpen: boolean;
  isSelected: boolean;
  /** `isRange`: Shift was held, to select a range. */
  onSelect: (isRange: boolean) => void;
  actions: TaleActions;
  onOpen: () => void;
};

/** The button covers the whole row by CSS. */
function TaleTableRow({ tale, editors, isOpen, isSelected, onSelect, actions, onOpen }: RowProps) {
  const { id, title, author, state, cover } = tale;
  const classes = [isOpen ? 'is-selected' : '', isSelected ? 'is-picked' : ''].filter(Boolean).join(' ');
  return (
    <LiveRow as="tr" id={id} className={classes || undefined}>
      <td className="row-pick">
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        />
      </td>
      <td>
        <span className="row-title">
          <Picture address={cover} sizes="36px" width="36" height="48" loading="lazy" decoding="async" />
          <span>
            <button type="button" className="row-open" data-tale={id} aria-current={isOpen || undefined} onClick={onOpen}>
              <bdi>{title}</bdi>
            </button>
            <small>
              <bdi>{author}</bdi>
            </small>
          </span>
        </span>
      </td>
      <td className="row-state">
        <StateBadge state={state} />
        {state === 'scheduled' ? <small className="figures">{formatLocalDate(tale.publish_date)}</small> : null}
        {editors.length === 0 ? null : (
          <small className="row-editors">
            <Icon name="feather" />
            <bdi>{new Intl.ListFormat('en').format(editors)}</bdi> {editors.length === 1 ? 'is' : 'are'} editing
          </small>
        )}
      </td>
      <td className="row-menu">
        <RowMenu label={`Actions for ${title}`} actions={menuOf(tale, actions)} />
      </td>
    </LiveRow>
  );
}

function menuOf(tale: TaleRow, actions: TaleActions): RowAction[] {
  const run = (name: keyof TaleActions) => () => actions[name](tale);
  const remove: RowAction = { name: 'Delete', icon: 'bin', danger: true, run: run('remove') };
  if (tale.state === 'bin') return [{ name: 'Restore', icon: 'undo', run: run('restore') }, remove];
  return [
    { name: 'View', icon: 'eye', run: run('view') },
    { name: 'Edit', icon: 'feather', run: run('edit') },
    { name: 'Duplicate', icon: 'copy', run: run('duplicate') },
    { name: 'Move to trash', icon: 'box', run: run('moveToTrash') },
    remove,
  ];
}

export const STATE_NAMES: Record<TaleState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  bin: 'In the trash',
};

/** Green if readers see the tale, amber otherwise. */
export function StateBadge({ state }: { state: TaleState }) {
  return <StatusBadge kind={state === 'published' ? 'good' : 'amber'}>{STATE_NAMES[state]}</StatusBadge>;
}
