import { useRef } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { OrderedList, useSavedList } from '#src/admin-ui/ordered-list.tsx';
import { match, RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import type { FeaturedPins, TaleOption } from '#src/features/tales/contract.ts';
import { urls } from '#src/urls.ts';
import { TaleLine } from '../../components/tale-line.tsx';
import { TaleSearch } from '../../components/tale-search.tsx';

const PATH = '/featured';
const MAX_PINS = 12;
const SHOWN_PLACES = 4;

/** Featured tales of the home page: pinned ones in order, and the newest ones for the remaining places. */
export function ManageFeaturedPage() {
  const query = useRecord<FeaturedPins>(PATH);
  const storeRecord = useStoreRecord();
  // Includes removed pins and search results, which the list shows before the server responds.
  const known = useRef(new Map<string, TaleOption>());
  for (const tale of [...(query.data?.pins ?? []), ...(query.data?.fill ?? [])]) known.current.set(tale.id, tale);
  const pins = useSavedList<string, FeaturedPins>({
    saved: query.data && { ids: query.data.pins.map(({ id }) => id), tag: query.data.tag },
    put: (ids, tag) => apiRequest('PUT', '/admin/featured', { ids }, match(tag)),
    read: (response) => ({ ids: response.pins.map(({ id }) => id), tag: response.tag }),
    onAnswer: (response) => storeRecord(PATH, response),
    reload: () => query.refetch(),
    failTitle: 'Error pinning tales',
  });
  const shown = pins.ids.flatMap((id) => known.current.get(id) ?? []);
  const add = (tale: TaleOption) => {
    known.current.set(tale.id, tale);
    void pins.change([...pins.ids, tale.id]);
  };

  return (
    <AdminFrame title="Featured tales" lede="The first tales on the home page" path={urls.manageFeatured()}>
      <RecordNote query={query} loading="Loading featured tales..." gone="Featured tales could not be found.">
        {({ fill }) => (
          <div className="featured">
            <section aria-labelledby="pinned">
              <h2 id="pinned">Pinned</h2>
              <p className="hint">
                {shown.length === 0
                  ? 'No pinned tales. The 4 newest tales are shown.'
                  : 'The first 4 published ones are shown, in this order. Others move up when one of them is unpublished.'}
              </p>
              <OrderedList
                label="Pinned tales"
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
                full={shown.length >= MAX_PINS ? `At most ${MAX_PINS} tales can be pinned.` : undefined}
                onAdd={add}
              />
            </section>
            <section aria-labelledby="filled">
              <h2 id="filled">Added automatically</h2>
              <p className="hint">
                {fill.length === 0
                  ? `All ${SHOWN_PLACES} places are pinned.`
                  : `The newest tales fill the remaining of ${SHOWN_PLACES} places.`}
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
    </AdminFrame>
  );
}
