import { useState } from 'react';
import type { usePagedList } from '#src/admin-ui/paged-list.tsx';
import { ListSearch, PagedList } from '#src/admin-ui/paged-list.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { ToolIcon } from '#src/ui/row-menu.tsx';
import type { ManagedTalePage, Sort, TaleRow } from '../contract.ts';
import { BulkActions, type Selection } from './bulk-actions.tsx';
import { KeyboardShortcutsHelp } from './keyboard-shortcuts.tsx';
import { ListFilters } from './list-filters.tsx';
import { type TaleActions, TaleTable } from './tale-table.tsx';
import type { useTaleActions } from './use-tale-actions.ts';

type Props = {
  filters: Record<string, string>;
  query: ReturnType<typeof usePagedList<ManagedTalePage>>;
  tales: TaleRow[];
  openId: string;
  selection: Selection;
  actions: TaleActions;
  changeMany: ReturnType<typeof useTaleActions>['changeMany'];
  onFilter: (changes: Record<string, string>) => void;
  onOpen: (tale: TaleRow) => void;
  onNew: () => void;
};

const FILTER_NAMES = ['state', 'category', 'author', 'language', 'sort', 'order'];

/** The left panel: search, filters, the table of tales and bulk actions. */
export function TaleList({ filters, query, tales, openId, selection, actions, changeMany, onFilter, onOpen, onNew }: Props) {
  const active = FILTER_NAMES.filter((name) => name !== 'order' && filters[name] !== undefined).length;
  const [isOpen, setOpen] = useState(active > 0);
  const { sort = 'created', order = sort === 'created' || sort === 'updated' || sort === 'publish_date' ? 'desc' : 'asc' } = filters;
  const onSort = (name: Sort) => onFilter({ sort: name, order: sort === name && order === 'asc' ? 'desc' : '' });
  return (
    <section className="panel list-panel" aria-label="Tales">
      <div className="panel-head">
        <h2>Tales</h2>
        <button type="button" className="btn btn-solid btn-sm" onClick={onNew}>
          <ToolIcon name="plus" />
          New Tale
        </button>
      </div>
      <div className="list-find">
        <ListSearch
          label="Search tales to manage"
          placeholder="Search by title, author or category"
          q={filters.q ?? ''}
          onSearch={(q) => onFilter({ q })}
        />
        <button
          type="button"
          className="btn btn-line filter-btn"
          aria-expanded={isOpen}
          aria-label={active > 0 ? `Filter and sort, ${active} active` : 'Filter and sort'}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" />
          {active > 0 ? <span className="count figures">{active}</span> : null}
        </button>
      </div>
      {isOpen ? <ListFilters filters={filters} onChange={onFilter} /> : null}
      <PagedList
        query={query}
        count={tales.length}
        words={['tale', 'tales']}
        loading="Loading tales..."
        empty="No tales found"
        failed="Error loading tales"
      >
        <TaleTable
          tales={tales}
          openId={openId}
          sorting={{ sort, order, onSort }}
          selection={selection}
          actions={actions}
          onOpen={onOpen}
        />
      </PagedList>
      <div className="list-end">
        {active > 0 || filters.q !== undefined ? (
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            onClick={() => onFilter(Object.fromEntries(['q', ...FILTER_NAMES].map((name) => [name, ''])))}
          >
            Show all tales
          </button>
        ) : null}
        {tales.length > 0 && !selection.isActive ? (
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => selection.setActive(true)}>
            Select
          </button>
        ) : null}
        {filters.state === 'bin' ? null : (
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => onFilter({ state: 'bin', sort: 'updated', order: '' })}>
            Show trash
          </button>
        )}
        <KeyboardShortcutsHelp />
      </div>
      {selection.isActive ? <BulkActions selection={selection} isTrash={filters.state === 'bin'} onChange={changeMany} /> : null}
    </section>
  );
}
