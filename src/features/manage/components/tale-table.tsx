import type { ReactNode } from 'react';
import type { Sort, TaleRow } from '../contract.ts';
import type { RowDeeds } from './tale-actions.ts';
import { TaleTableRow } from './tale-table-row.tsx';
import type { Picks } from './use-picks.ts';

export type Sorting = { sort: string; order: string; onSort: (sort: Sort) => void };

type Props = { tales: TaleRow[]; openId: string; sorting: Sorting; picks: Picks; deeds: RowDeeds; onOpen: (tale: TaleRow) => void };

/** The list: choosing a row opens the tale beside it. */
export function TaleTable({ tales, openId, sorting, picks, deeds, onOpen }: Props) {
  const isAll = tales.length > 0 && tales.every(({ id }) => picks.has(id));
  return (
    <table className={picks.isPicking ? 'table tale-table is-picking' : 'table tale-table'}>
      <thead>
        <tr>
          <th scope="col" className="row-pick">
            <input
              type="checkbox"
              aria-label="Choose all shown"
              checked={isAll}
              onChange={() => picks.set(isAll ? [] : tales.map(({ id }) => id))}
            />
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
            isOpen={tale.id === openId}
            isPicked={picks.has(tale.id)}
            onPick={(isWide) => picks.toggle(tale.id, isWide)}
            deeds={deeds}
            onOpen={() => onOpen(tale)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** A column that sorts the list: again for the other way round. */
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
