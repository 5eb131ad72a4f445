import type { ReactNode } from 'react';
import { LiveRow } from './live-rows.tsx';

type Column<Row> = {
  title: string;
  /** Class of the cells: `when` for times, `row-action` and `row-menu` for actions. */
  className?: string;
  /** Repeats the title, or another label, beside each cell on phones. */
  label?: boolean | string;
  cell: (row: Row) => ReactNode;
};

type Props<Row> = { className?: string; rows: readonly Row[]; columns: readonly Column<Row>[] };

/** The table of an admin list. The title of a column named `Actions` is for screen readers only. */
export function AdminTable<Row extends { id: string | number }>({ className = 'table', rows, columns }: Props<Row>) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title === 'Actions' ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <LiveRow key={row.id} as="tr" id={row.id}>
            {columns.map(({ title, className, label, cell }) => (
              <td key={title} className={className} data-label={label === true ? title : label || undefined}>
                {cell(row)}
              </td>
            ))}
          </LiveRow>
        ))}
      </tbody>
    </table>
  );
}

/** The first cell of a row: a title in bold with a note below it. `initial`: of a person, in a circle. */
export function RowTitle({ initial, note, children }: { initial?: string | undefined; note: ReactNode; children: ReactNode }) {
  return (
    <span className="row-title">
      {initial === undefined ? null : (
        <span className="initial" aria-hidden="true">
          {initial}
        </span>
      )}
      <span>
        <b>{children}</b>
        <small>{note}</small>
      </span>
    </span>
  );
}

/** A status with a coloured dot. */
export function StatusBadge({ kind, children }: { kind?: 'good' | 'amber' | 'rose' | undefined; children: ReactNode }) {
  return (
    <span className={kind === undefined ? 'badge' : `badge badge-${kind}`}>
      <i />
      {children}
    </span>
  );
}
