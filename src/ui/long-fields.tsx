import type { ComponentProps } from 'react';
import { aboutField, FieldNotes, idOf } from './field.tsx';

type About = {
  /** Also what the ids are made of: once a page, or once a `scope`. */
  name: string;
  scope?: string;
  label: string;
  hint?: string;
  /** Sentences about what is wrong with it. */
  problems?: readonly string[] | undefined;
};

/** A field of several lines, as `Field` is one of a single line. */
export function AreaField({ label, hint, problems = [], scope, ...area }: About & Omit<ComponentProps<'textarea'>, keyof About>) {
  const id = idOf(area.name, scope);
  const about = aboutField({ id, hint, problems });
  return (
    <div className="field">
      <label className="label" htmlFor={about.id}>
        {label}
      </label>
      <textarea {...area} {...about} className={`${about.className} area`} />
      <FieldNotes id={id} hint={hint} problems={problems} />
    </div>
  );
}

/** One of a list. `options`: values with what they are called. */
export function ChoiceField({
  label,
  hint,
  problems = [],
  scope,
  options,
  ...select
}: About & { options: readonly (readonly [string, string])[] } & Omit<ComponentProps<'select'>, keyof About>) {
  const id = idOf(select.name, scope);
  const about = aboutField({ id, hint, problems });
  return (
    <div className="field">
      <label className="label" htmlFor={about.id}>
        {label}
      </label>
      <select {...select} {...about} className={`${about.className} choice`}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} hint={hint} problems={problems} />
    </div>
  );
}
