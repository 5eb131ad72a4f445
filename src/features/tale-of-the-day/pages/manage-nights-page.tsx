import { useId, useRef, useState } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { TaleLine } from '#src/features/tales/components/tale-line.tsx';
import { TaleSearch } from '#src/features/tales/components/tale-search.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { formatNight } from '../components/format-night.ts';
import type { ManagedNight, ManagedNights } from '../contract.ts';

const PATH = '/nights';

/** Tales of the upcoming nights: automatic unless an editor chooses one. */
export function ManageNightsPage() {
  const query = useRecord<ManagedNights>(PATH);
  return (
    <AdminFrame title="Nights" lede="The tale of each night: automatic, or chosen here" path={urls.manageNights()}>
      <RecordNote query={query} loading="Loading the nights..." gone="Nights not found.">
        {({ nights }) => <Nights nights={nights} />}
      </RecordNote>
    </AdminFrame>
  );
}

function Nights({ nights }: { nights: ManagedNight[] }) {
  const keep = useStoreRecord();
  const field = useRef<HTMLInputElement>(null);
  const [night, setNight] = useState(nights[0]?.night ?? '');
  const id = useId();
  const chosen = nights.find((each) => each.night === night)?.tale?.id;

  async function change(method: 'PUT' | 'DELETE', of: string, body?: { tale: string }): Promise<void> {
    try {
      keep(PATH, await apiRequest<ManagedNights>(method, `/admin${PATH}/${of}`, body));
      void toast({ title: method === 'PUT' ? `Chosen for ${formatNight(of)}` : `${formatNight(of)} uses the automatic choice` });
    } catch (error) {
      const text = error instanceof ApiError ? (Object.values(error.fields).flat()[0] ?? error.message) : 'Please try again.';
      void toast({ title: 'Error choosing the tale', text, wrong: true });
    }
  }

  return (
    <div className="featured">
      <section aria-labelledby="coming-nights">
        <h2 id="coming-nights">Upcoming nights</h2>
        <p className="hint">Nights without a tale get one automatically, by season and length, when it is first requested.</p>
        <ol className="filled">
          {nights.map((each) => (
            <li key={each.night}>
              <span>
                <b>{formatNight(each.night)}</b>
                {each.tale === null ? <small className="night-how">Automatic</small> : <TaleLine tale={each.tale} />}
                {each.isByHand ? <small className="night-how">Manual</small> : null}
              </span>
              <span className="night-actions">
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-label={`Choose a tale for ${formatNight(each.night)}`}
                  onClick={() => {
                    setNight(each.night);
                    field.current?.focus();
                  }}
                >
                  Choose
                </button>
                {each.isByHand ? (
                  <button
                    type="button"
                    className="btn btn-quiet btn-sm"
                    aria-label={`Use automatic choice: ${formatNight(each.night)}`}
                    onClick={() => void change('DELETE', each.night)}
                  >
                    Use automatic choice
                  </button>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="choose-night">
        <h2 id="choose-night">Choose a tale</h2>
        <label className="label" htmlFor={id}>
          Night
        </label>
        <input
          ref={field}
          id={id}
          className="input"
          type="date"
          value={night}
          min={nights[0]?.night}
          onChange={(event) => setNight(event.target.value)}
        />
        <TaleSearch
          label="Tale"
          isPublishedOnly
          chosen={new Set(chosen === undefined ? [] : [chosen])}
          full={night === '' ? 'Choose a night first.' : undefined}
          onAdd={(tale) => void change('PUT', night, { tale: tale.id })}
        />
      </section>
    </div>
  );
}
