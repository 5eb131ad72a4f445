import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

/** `value` identifies an option. `note` is shown below the label; options that create something are set apart. */
export type ComboOption = { value: string; label: string; note?: string; creates?: boolean };

type Props = {
  /** Id of the input, for its label. */
  id: string;
  /** Name of the form field. */
  name: string;
  /** Accessible name of the input, if no label element has its id. */
  label?: string | undefined;
  /** Accessible name of the list. */
  listLabel: string;
  text: string;
  onText: (text: string) => void;
  /** The matching options in order; the caller filters. */
  options: readonly ComboOption[];
  onPick: (option: ComboOption) => void;
  /** The input has lost the focus. */
  onLeave?: () => void;
  isWrong?: boolean;
  /** Default true. */
  isRequired?: boolean;
  describedBy?: string | undefined;
  placeholder?: string;
  maxLength?: number;
};

/**
 * An editable combobox with list autocomplete (ARIA Authoring Practices). Typed text stays as it is until an option is picked. Down and Up
 * open and select, Enter picks, Escape and Tab close. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function Combobox({
  id,
  name,
  label,
  listLabel,
  options,
  text,
  placeholder,
  maxLength,
  isWrong = false,
  isRequired = true,
  describedBy,
  ...on
}: Props) {
  const box = useCombobox(options, on);
  return (
    <div className="combobox">
      <input
        ref={box.input}
        id={id}
        name={name}
        className={isWrong ? 'input is-wrong' : 'input'}
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={box.isOpen}
        aria-controls={box.listId}
        aria-activedescendant={box.active === -1 ? undefined : `${box.listId}-${box.active}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        aria-required={isRequired || undefined}
        autoComplete="off"
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={box.press}
        onClick={box.open}
        onBlur={box.blur}
      />
      <button
        type="button"
        className="combobox-arrow"
        tabIndex={-1}
        aria-label={`${box.isOpen ? 'Hide' : 'Show'} ${listLabel.toLowerCase()}`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={box.toggle}
      >
        <Icon name="down" />
      </button>
      <div
        id={box.listId}
        className="combobox-list"
        role="listbox"
        aria-label={listLabel}
        hidden={!box.isOpen}
        // The input keeps the focus when the list is pressed.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          <Choice
            key={option.value}
            id={`${box.listId}-${index}`}
            option={option}
            isActive={index === box.active}
            onPick={() => box.pick(option)}
          />
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {box.isOpen ? `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}` : ''}
      </span>
    </div>
  );
}

type ChoiceProps = { id: string; option: ComboOption; isActive: boolean; onPick: () => void };

function Choice({ id, option, isActive, onPick }: ChoiceProps) {
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input, which keeps the focus, handles keys
    // biome-ignore lint/a11y/useFocusableInteractive: referenced by aria-activedescendant, never focused
    <div
      ref={item}
      id={id}
      className={option.creates ? 'combobox-option is-new' : 'combobox-option'}
      role="option"
      aria-selected={isActive}
      onClick={onPick}
    >
      <bdi>{option.label}</bdi>
      {option.note ? <small>{option.note}</small> : null}
    </div>
  );
}

function useCombobox(options: readonly ComboOption[], { onText, onPick, onLeave }: Pick<Props, 'onText' | 'onPick' | 'onLeave'>) {
  const [isWanted, setWanted] = useState(false);
  // By value, because the options may change while the list is open.
  const [chosen, setChosen] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isOpen = isWanted && options.length > 0;
  const active = isOpen && chosen !== undefined ? options.findIndex(({ value }) => value === chosen) : -1;

  function show(wanted: boolean, next = -1): void {
    setWanted(wanted);
    setChosen(options[next]?.value);
  }

  function pick(option: ComboOption): void {
    show(false);
    onPick(option);
    input.current?.focus();
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const key = event.altKey && event.key.startsWith('Arrow') ? `Alt+${event.key}` : event.key;
    const option = options[active];
    if (key === 'Escape' && isOpen) event.stopPropagation();
    else if (key === 'Enter' && option !== undefined) pick(option);
    else if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Alt+ArrowDown') {
      // Leaves the list.
      if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setChosen(undefined);
      if (key === 'Alt+ArrowUp' || key === 'Tab') show(false);
      return;
    }
    event.preventDefault();
    if (key === 'Escape') show(false);
    else if (key !== 'Enter') show(true, nextActive(active, key as ComboKey, options.length));
  }

  return {
    ...{ input, listId, isOpen, active, pick, press },
    open: () => setWanted(true),
    type(text: string): void {
      show(true);
      onText(text);
    },
    toggle(): void {
      show(!isOpen);
      input.current?.focus();
    },
    blur(): void {
      show(false);
      onLeave?.();
    },
  };
}

type ComboKey = 'ArrowDown' | 'ArrowUp' | 'Alt+ArrowDown';

/** Returns the option that a key selects among `count` options; -1 is the text itself, between the last option and the first. */
export function nextActive(active: number, key: ComboKey, count: number): number {
  if (key === 'Alt+ArrowDown') return -1;
  const step = key === 'ArrowDown' ? 1 : -1;
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
}
