import { useState } from 'react';
import { ListPanel } from '#src/features/staff/components/list-panel.tsx';
import { ListSearch } from '#src/features/staff/components/list-search.tsx';
import type { useStaffList } from '#src/features/staff/components/use-staff-list.ts';
import { Icon } from '#src/ui/icon.tsx';
import { ToolIcon } from '#src/ui/tool-icon.tsx';
import type { Sort, TaleListPage, TaleRow } from '../contract.ts';
import { BulkBar } from './bulk-bar.tsx';
import { KeysHelp } from './keys-help.tsx';
import { ListFilters } from './list-filters.tsx';
import type { RowDeeds } from './tale-actions.ts';
import { TaleTable } from './tale-table.tsx';
import type { useDeeds } from './use-deeds.ts';
import type { Picks } from './use-picks.ts';

type Props = {
  asked: Record<string, string>;
  query: ReturnType<typeof useStaffList<TaleListPage>>;
  tales: TaleRow[];
  openId: string;
  picks: Picks;
  deeds: RowDeeds;
  changeMany: ReturnType<typeof useDeeds>['changeMany'];
  onAsk: (changes: Record<string, string>) => void;
  onOpen: (tale: TaleRow) => void;
  onNew: () => void;
};

const FILTERS = ['state', 'category', 'author', 'language', 'sort', 'order'];

/** The left side: all tales, found, narrowed, sorted, chosen. */
export function TaleList({ asked, query, tales, openId, picks, deeds, changeMany, onAsk, onOpen, onNew }: Props) {
  const used = FILTERS.filter((name) => name !== 'order' && asked[name] !== undefined).length;
  const [isOpen, setOpen] = useState(used > 0);
  const { sort = 'created', order = sort === 'created' || sort === 'updated' || sort === 'publish_date' ? 'desc' : 'asc' } = asked;
  const onSort = (name: Sort) => onAsk({ sort: name, order: sort === name && order === 'asc' ? 'desc' : '' });
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
          q={asked.q ?? ''}
          onSearch={(q) => onAsk({ q })}
        />
        <button
          type="button"
          className="btn btn-line filter-btn"
          aria-expanded={isOpen}
          aria-label={used > 0 ? `Filter and sort, ${used} in use` : 'Filter and sort'}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" />
          {used > 0 ? <span className="count figures">{used}</span> : null}
        </button>
      </div>
      {isOpen ? <ListFilters asked={asked} onChange={onAsk} /> : null}
      <ListPanel
        query={query}
        count={tales.length}
        words={['tale', 'tales']}
        loading="Loading tales..."
        empty="No tales found"
        failed="Error loading tales"
      >
        <TaleTable tales={tales} openId={openId} sorting={{ sort, order, onSort }} picks={picks} deeds={deeds} onOpen={onOpen} />
      </ListPanel>
      <div className="list-end">
        {used > 0 || asked.q !== undefined ? (
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            onClick={() => onAsk(Object.fromEntries(['q', ...FILTERS].map((name) => [name, ''])))}
          >
            Show all tales
          </button>
        ) : null}
        {tales.length > 0 && !picks.isPicking ? (
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => picks.setPicking(true)}>
            Choose several
          </button>
        ) : null}
        {asked.state === 'bin' ? null : (
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => onAsk({ state: 'bin', sort: 'updated', order: '' })}>
            Open the bin
          </button>
        )}
        <KeysHelp />
      </div>
      {picks.isPicking ? <BulkBar picks={picks} isBin={asked.state === 'bin'} onChange={changeMany} /> : null}
    </section>
  );
}
