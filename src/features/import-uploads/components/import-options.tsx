import { useId } from 'react';
import type { ImportHow } from '../contract.ts';

const PUBLISHING: readonly { value: ImportHow['publishing']; label: string; hint: string }[] = [
  { value: 'sure', label: 'What nobody doubts is published', hint: 'Tales with a doubt become drafts, for you to look at.' },
  { value: 'draft', label: 'Everything as drafts', hint: 'Readers see nothing of it yet. What is published already stays published.' },
  {
    value: 'publish',
    label: 'Publish also what does not say by what right',
    hint: 'Whoever chooses this answers for that. Any other doubt still makes a draft.',
  },
];

type Props = { how: ImportHow; onChange: (how: ImportHow) => void };

/** What the importer is to do, in plain words. */
export function ImportOptions({ how, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className="import-options">
      <legend className="label">What becomes of the tales</legend>
      {PUBLISHING.map(({ value, label, hint }) => (
        <div key={value} className="import-option">
          <label className="check">
            <input
              type="radio"
              name={`${id}-publishing`}
              checked={how.publishing === value}
              aria-describedby={`${id}-${value}`}
              onChange={() => onChange({ ...how, publishing: value })}
            />
            {label}
          </label>
          <p className="hint" id={`${id}-${value}`}>
            {hint}
          </p>
        </div>
      ))}
      <div className="import-option is-apart">
        <label className="check">
          <input
            type="checkbox"
            checked={how.keep_duplicates}
            aria-describedby={`${id}-duplicates`}
            onChange={(event) => onChange({ ...how, keep_duplicates: event.target.checked })}
          />
          Bring in tales that another book has nearly word for word
        </label>
        <p className="hint" id={`${id}-duplicates`}>
          Otherwise the one that was there first stays, and the other is left out.
        </p>
      </div>
    </fieldset>
  );
}
