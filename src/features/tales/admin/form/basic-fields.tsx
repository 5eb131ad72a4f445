import { type ReactNode, useId } from 'react';
import { definitionOf, type NamesWhere, toLines } from '../../field-values.ts';
import { type FieldName, taleFields } from '../../fields.ts';
import type { TaleOptions } from '../contract.ts';
import { useTaleOptions } from '../use-tale-options.ts';
import { FormField, useField } from './form-field.tsx';
import { countCharacters } from './form-values.ts';

/** Inputs by kind of field. Labels, help and limits come from the table of fields. */

type TextName = NamesWhere<{ kind: 'line' | 'text' | 'slug' | 'language' }>;

type TextProps = {
  name: TextName;
  /** Replaces the help text of the table of fields. */
  hint?: ReactNode;
  placeholder?: string;
  suggestions?: readonly { value: string; label?: string }[];
  spellCheck?: boolean;
};

/** A plain-text field. With a character limit it shows a counter; longer input is accepted, so that pasted text is not cut off. */
export function TextField({ name, hint, placeholder, suggestions, spellCheck }: TextProps) {
  const { value, problems, set } = useField(name);
  const { data: choices } = useTaleOptions();
  const { kind, rows = 1, required, maxLength, maxCharacters, suggestions: offered } = definitionOf(name);
  const values = typeof offered === 'string' ? choices?.[offered] : offered;
  const options = suggestions ?? values?.map((each) => ({ value: each, label: undefined }));
  const list = useId();
  return (
    <FormField
      name={name}
      problems={problems}
      aside={maxCharacters === undefined ? undefined : <Counter count={countCharacters(value.trim())} max={maxCharacters} />}
      hint={hint ?? helpOf(name, choices)}
    >
      {({ id, describedBy, isWrong }) => {
        const shared = {
          ...{ id, name, value, placeholder, spellCheck },
          maxLength: kind === 'text' ? undefined : maxLength,
          className: isWrong ? 'input is-wrong' : 'input',
          'aria-invalid': isWrong || undefined,
          'aria-describedby': describedBy,
          'aria-required': required === undefined ? undefined : true,
          // Values may be in another script than the site.
          dir: 'auto',
        };
        if (rows > 1) return <textarea {...shared} rows={rows} onChange={(event) => set(event.target.value)} />;
        return (
          <>
            <input
              {...shared}
              type="text"
              autoComplete="off"
              list={options ? list : undefined}
              onChange={(event) => set(event.target.value)}
            />
            {options ? (
              <datalist id={list}>
                {options.map((option) => (
                  <option key={option.value} value={option.value} label={option.label} />
                ))}
              </datalist>
            ) : null}
          </>
        );
      }}
    </FormField>
  );
}

function Counter({ count, max }: { count: number; max: number }) {
  return <span className={count > max ? 'is-over' : undefined}>{`${count}/${max}`}</span>;
}

/** A list field, one item per line. */
export function LinesField({ name }: { name: NamesWhere<{ kind: 'lines' }> }) {
  const { value, problems, set } = useField(name);
  return (
    <FormField name={name} problems={problems} hint={helpOf(name)}>
      {({ id, describedBy, isWrong }) => (
        <textarea
          id={id}
          name={name}
          rows={definitionOf(name).rows}
          className={isWrong ? 'input is-wrong' : 'input'}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy}
          dir="auto"
          value={toLines(value)}
          // Blank lines are needed while typing; the server removes them.
          onChange={(event) => set(event.target.value === '' ? [] : event.target.value.split('\n'))}
        />
      )}
    </FormField>
  );
}

/** A field with one of several options. If '' is not an option, the field can start without a selection. */
export function ChoiceField({ name, hint }: { name: NamesWhere<{ kind: 'choice' }>; hint?: ReactNode }) {
  const { value, problems, set } = useField(name);
  const { label, options = {} } = definitionOf(name);
  return (
    <FormField name={name} problems={problems} hint={hint ?? helpOf(name)}>
      {({ id, describedBy, isWrong }) => (
        <select
          id={id}
          name={name}
          className={isWrong ? 'input select is-wrong' : 'input select'}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy}
          value={value}
          onChange={(event) => set(event.target.value as typeof value)}
        >
          {'' in options ? null : (
            <option value="" disabled hidden>
              Select {label.toLowerCase()}
            </option>
          )}
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

type CheckboxesProps = { name: NamesWhere<{ kind: 'set' }>; options?: readonly (readonly [value: string, text: string])[] };

/** A field with any of several options. */
export function CheckboxesField({ name, options = Object.entries(definitionOf(name).options ?? {}) }: CheckboxesProps) {
  const { value, problems, set } = useField(name);
  return (
    <FormField name={name} problems={problems} isGroup hint={helpOf(name)}>
      {({ id, describedBy }) => (
        // biome-ignore lint/a11y/useSemanticElements: label and notes come from FormField, so there is no legend
        <div id={id} className="tag-choice" role="group" tabIndex={-1} aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
          {options.map(([option, text]) => (
            <label className="check" key={option}>
              <input
                type="checkbox"
                checked={value.includes(option)}
                onChange={(event) => set(event.target.checked ? [...value, option] : value.filter((each) => each !== option))}
              />
              {text.slice(0, 1).toUpperCase() + text.slice(1)}
            </label>
          ))}
        </div>
      )}
    </FormField>
  );
}

/** Returns the help text of a field, with its publish rule if the site has one. */
function helpOf(name: FieldName, options?: TaleOptions): string | undefined {
  const { help, requiredToPublish, publishAlternative } = definitionOf(name);
  if (requiredToPublish === undefined || options?.publish_requires_source !== true) return help;
  if (publishAlternative === undefined) return `${help} Required to publish.`;
  return `${help} This or “${taleFields[publishAlternative as FieldName].label}” is required to publish.`;
}
