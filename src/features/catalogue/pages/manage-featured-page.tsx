import { useRef } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { StaffFrame } from '#src/features/staff/components/staff-frame.tsx';
import type { FeaturedPins, TalePick } from '#src/features/tales/contract.ts';
import { urls } from '#src/urls.ts';
import { OrderedList } from '../components/ordered-list.tsx';
import { RecordNote } from '../components/record-note.tsx';
import { TaleLine } from '../components/tale-line.tsx';
import { TaleSearch } from '../components/tale-search.tsx';
import { useKeptList } from '../components/use-kept-list.ts';
import { match, useKeep, useRecord } from '../components/use-record.ts';

const PATH = '/featured';
const MOST = 12;
const SHOWN = 4;

/** The tales that stand first on the home page: pinned ones in their order, and what fills up to four. */
export function ManageFeaturedPage() {
  const query = useRecord<FeaturedPins>(PATH);
  const keep = useKeep();
  const known = useRef(new Map<string, TalePick>());
  for (const tale of [...(query.data?.pins ?? []), ...(query.data?.fill ?? [])]) known.current.set(tale.id, tale);
  const pins = useKeptList<string, FeaturedPins>({
    kept: query.data && { ids: query.data.pins.map(({ id }) => id), tag: query.data.tag },
    put: (ids, tag) => send('PUT', '/admin/featured', { ids }, match(tag)),
    read: (answer) => ({ ids: answer.pins.map(({ id }) => id), tag: answer.tag }),
    onAnswer: (answer) => keep(PATH, answer),
    reload: () => query.refetch(),
    failTitle: 'Error pinning tales',
  });
  const shown = pins.ids.flatMap((id) => known.current.get(id) ?? []);
  const add = (tale: TalePick) => {
    known.current.set(tale.id, tale);
    void pins.change([...pins.ids, tale.id]);
  };

  return (
    <StaffFrame title="Featured tales" lede="What readers meet first on the home page" path={urls.manageFeatured()}>
      <RecordNote query={query} loading="Loading featured tales..." gone="The pins are not there.">
        {({ fill }) => (
          <div className="featured">
            <section aria-labelledby="pinned">
              <h2 id="pinned">Pinned</h2>
              <p className="hint">
                {shown.length === 0
                  ? 'Nothing is pinned: the four newest tales are shown.'
                  : 'The first four that are published are shown, in this order. Those after them stand in when one is taken back.'}
              </p>
              <OrderedList
                label="Pinned tales in their order"
                items={shown}
                nameOf={({ title }) => title}
                row={(tale) => <TaleLine tale={tale} />}
                onOrder={(ids) => void pins.change(ids)}
                onRemove={({ id }) => void pins.change(pins.ids.filter((each) => each !== id))}
              />
              <TaleSearch
                label="Pin a tale"
                isPublishedOnly
                chosen={new Set(pins.ids)}
                full={shown.length >= MOST ? `At most ${MOST} tales can be pinned.` : undefined}
                onAdd={add}
              />
            </section>
            <section aria-labelledby="filled">
              <h2 id="filled">Filled up</h2>
              <p className="hint">
                {fill.length === 0
                  ? `There are ${SHOWN} pins or more: nothing is filled up.`
                  : 'The newest tales stand behind the pins, to make four.'}
              </p>
              <ul className="filled" aria-busy={pins.isSaving || undefined}>
                {fill.map((tale) => (
                  <li key={tale.id}>
                    <TaleLine tale={tale} />
                    <button type="button" className="btn btn-line btn-sm" aria-label={`Pin ${tale.title}`} onClick={() => add(tale)}>
                      Pin
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        )}
      </RecordNote>
    </StaffFrame>
  );
}
