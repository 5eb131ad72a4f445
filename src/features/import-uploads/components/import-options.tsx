import { useId } from 'react';
import type { ImportHow } from '../contract.ts';

const PUBLISHING: readonly { value: ImportHow['publishing']; label: string; hint: string }[] = [
  { value: 'draft', label: 'Save all tales as drafts', hint: 'Readers cannot see them yet. Published tales stay published.' },
  { value: 'sure', label: 'Publish tales without warnings', hint: 'Tales with a warning are saved as drafts.' },
  {
    value: 'publish',
    label: 'Publish tales without rights information too',
    hint: 'You are responsible for the rights. Tales with any other warning are saved as drafts.',
  },
];

type Props = { how: ImportHow; onChange: (how: ImportHow) => void };

/** What the importer is to do, in plain words. */
export function ImportOptions({ how, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className="import-options">
      <legend className="label">After import</legend>
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
          Import near-duplicates of existing tales
        </label>
        <p className="hint" id={`${id}-duplicates`}>
          Otherwise the existing tale is kept and the new one is skipped.
        </p>
      </div>
    </fieldset>
  );
}
