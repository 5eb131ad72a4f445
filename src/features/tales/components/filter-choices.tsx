import { formatCount } from '#src/ui/wording.ts';

export type Choice = { value: string; label: string; count?: number };
type Props = { name: string; title: string; options: readonly Choice[]; chosen: readonly string[]; single?: boolean };

/** One question of the Filter panel. A choice that would leave no tale cannot be made, but one that is made can be undone. */
export function FilterChoices({ name, title, options, chosen, single = false }: Props) {
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend className="label">{title}</legend>
      <div className="filter-list">
        {options.map((option) => {
          const isChosen = chosen.includes(option.value);
          return (
            <label key={option.value} className="check">
              <input
                type={single ? 'radio' : 'checkbox'}
                name={name}
                value={option.value}
                defaultChecked={isChosen}
                disabled={option.count === 0 && !isChosen}
              />
              {option.label}
              {option.count === undefined ? null : <small>{formatCount(option.count)}</small>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
