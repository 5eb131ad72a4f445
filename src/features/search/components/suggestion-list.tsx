import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { markParts, type Option, type OptionGroup } from './suggestion-options.ts';

type Props = { id: string; open: boolean; groups: readonly OptionGroup[]; active: number; typed: string; choose: (href: string) => void };

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The sheet below the search box: a listbox with a group for tales, authors and categories. */
export function SuggestionList({ id, open, groups, active, typed, choose }: Props) {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, group) => sum + group.options.length, 0));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus, wherever the sheet is pressed
    <div className="palette" hidden={!open} onMouseDown={(event) => event.preventDefault()}>
      <div className="palette-body" id={id} role="listbox" aria-label="Suggestions">
        {groups.map((group, place) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of a listbox has no element of its own
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <span className="caps" id={`${id}-${group.name}`}>
              {group.name}
            </span>
            {group.options.map((option, index) => {
              const number = (starts[place] ?? 0) + index;
              return (
                <Hit
                  key={option.key}
                  id={optionId(id, number)}
                  option={option}
                  selected={number === active}
                  typed={typed}
                  choose={choose}
                />
              );
            })}
          </div>
        ))}
      </div>
      <div className="palette-foot" aria-hidden="true">
        <span>
          <span className="key">↑</span> <span className="key">↓</span> choose
        </span>
        <span>
          <span className="key">Enter</span> open
        </span>
        <span>All results for “{typed.trim()}”</span>
      </div>
    </div>
  );
}

type HitProps = { id: string; option: Option; selected: boolean; typed: string; choose: (href: string) => void };

function Hit({ id, option, selected, typed, choose }: HitProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant, never focused itself
    <div id={id} className="hit" role="option" aria-selected={selected} onClick={() => choose(option.href)}>
      {option.cover === null ? (
        <Icon name={option.key.startsWith('author') ? 'feather' : 'door'} />
      ) : (
        <span className="cover">
          <Picture address={option.cover} sizes="3rem" />
        </span>
      )}
      <span className="hit-text">
        <b>{markParts(option.title, typed).map((part) => (part.mark ? <mark key={part.text}>{part.text}</mark> : part.text))}</b>
        {option.note ? <small>{option.note}</small> : null}
      </span>
    </div>
  );
}
