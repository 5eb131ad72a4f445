import { useId, useRef, useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { RecordNote } from '#src/features/catalogue/components/record-note.tsx';
import { TaleLine } from '#src/features/catalogue/components/tale-line.tsx';
import { TaleSearch } from '#src/features/catalogue/components/tale-search.tsx';
import { useKeep, useRecord } from '#src/features/catalogue/components/use-record.ts';
import { StaffFrame } from '#src/features/staff/components/staff-frame.tsx';
import type { ManagedNight, ManagedNights } from '#src/features/tonight/contract.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { nightWords } from '../components/night-words.ts';

const PATH = '/nights';

/** The tales of the nights to come: chosen by rules when somebody asks, or here by hand. */
export function ManageNightsPage() {
  const query = useRecord<ManagedNights>(PATH);
  return (
    <StaffFrame title="Nights" lede="Which tale is tonight’s, and those of the nights to come" path={urls.manageNights()}>
      <RecordNote query={query} loading="Loading the nights..." gone="The nights are not there.">
        {({ nights }) => <Nights nights={nights} />}
      </RecordNote>
    </StaffFrame>
  );
}

function Nights({ nights }: { nights: ManagedNight[] }) {
  const keep = useKeep();
  const field = useRef<HTMLInputElement>(null);
  const [night, setNight] = useState(nights[0]?.night ?? '');
  const id = useId();
  const chosen = nights.find((each) => each.night === night)?.tale?.id;

  async function change(method: 'PUT' | 'DELETE', of: string, body?: { tale: string }): Promise<void> {
    try {
      keep(PATH, await send<ManagedNights>(method, `/admin${PATH}/${of}`, body));
      void toast({ title: method === 'PUT' ? `Chosen for ${nightWords(of)}` : `${nightWords(of)} is left to the rules` });
    } catch (error) {
      const text = error instanceof Refused ? (Object.values(error.fields).flat()[0] ?? error.message) : 'Please try again.';
      void toast({ title: 'Error choosing the tale', text, wrong: true });
    }
  }

  return (
    <div className="featured">
      <section aria-labelledby="coming-nights">
        <h2 id="coming-nights">The nights to come</h2>
        <p className="hint">A night without a tale gets one by the season and its length, as soon as somebody asks for it.</p>
        <ol className="filled">
          {nights.map((each) => (
            <li key={each.night}>
              <span>
                <b>{nightWords(each.night)}</b>
                {each.tale === null ? <small className="night-how">By the rules</small> : <TaleLine tale={each.tale} />}
                {each.isByHand ? <small className="night-how">Chosen by hand</small> : null}
              </span>
              <span className="night-deeds">
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-label={`Choose a tale for ${nightWords(each.night)}`}
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
                    aria-label={`Leave to the rules: ${nightWords(each.night)}`}
                    onClick={() => void change('DELETE', each.night)}
                  >
                    Leave to the rules
                  </button>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="choose-night">
        <h2 id="choose-night">Choose by hand</h2>
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
