import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { normalizeSearch, SEARCH_LIMIT } from '#src/features/tales/browse-query.ts';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { announceCount, nextOption, type Suggest, useSuggestions } from './suggestions.ts';

type Props = { suggest: Suggest; className?: string; inputId: string };

/** Search field of the top bar and the menu: a combobox with list autocomplete (ARIA 1.2), a GET form without JavaScript. Escape clears, then closes. */
export function SearchBox({ suggest, className = '', inputId }: Props) {
  const box = useSearchBox(suggest, `${inputId}-list`);
  return (
    <search className={`search-box ${className}`} onBlur={box.blur}>
      <form className="search" action="/tales" method="get" onSubmit={box.submit}>
        <Icon name="search" />
        <input
          id={inputId}
          ref={box.input}
          type="text"
          inputMode="search"
          name="q"
          role="combobox"
          aria-label="Search tales"
          aria-autocomplete="list"
          aria-expanded={box.open}
          aria-controls={box.listId}
          aria-activedescendant={box.active === -1 ? undefined : `${box.listId}-${box.active}`}
          placeholder="Search tales"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={SEARCH_LIMIT}
          value={box.text}
          onChange={(event) => box.type(event.target.value)}
          onKeyDown={box.press}
          onFocus={box.reopen}
        />
        {box.text === '' ? (
          <span className="key needs-script" aria-hidden="true">
            /
          </span>
        ) : (
          <button type="button" className="icon-btn" aria-label="Clear search" onClick={box.clear}>
            <Icon name="close" />
          </button>
        )}
      </form>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the input */}
      <div className="palette" hidden={!box.open} onMouseDown={(event) => event.preventDefault()}>
        <div className="palette-body" id={box.listId} role="listbox" aria-label="Suggestions">
          {box.Groups && <box.Groups id={box.listId} groups={box.groups} active={box.active} typed={box.text} choose={box.choose} />}
        </div>
        {box.Foot && <box.Foot typed={box.text} />}
      </div>
      <span className="visually-hidden" role="status">
        {box.announcement}
      </span>
    </search>
  );
}

function useSearchBox(suggest: Suggest, listId: string) {
  const [text, setText] = useState('');
  const [closed, setClosed] = useState(true);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const found = useSuggestions(text, suggest);
  const groups = found?.groups ?? [];
  const options = groups.flatMap((group) => group.options);
  const open = !closed && options.length > 0;

  function type(value: string): void {
    setText(value);
    setActive(-1);
    setClosed(false);
  }

  function close(): void {
    setClosed(true);
    setActive(-1);
  }

  function clear(): void {
    type('');
    input.current?.focus();
  }

  function choose(href: string): void {
    setText('');
    close();
    navigate(href);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const term = normalizeSearch(text);
    if (term === '') {
      toast({ title: 'Search field cannot be empty', text: 'Please enter a search term', wrong: true });
      return;
    }
    toast({ title: 'Searching for tales', text: `Finding stories about: "${term}"` });
    choose(urls.tales(String(new URLSearchParams({ q: term }))));
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      clearThenClose(event);
      return;
    }
    if (event.key === 'Home' || event.key === 'End') setActive(-1);
    if (event.key === 'Enter' && open && active !== -1) {
      event.preventDefault();
      choose(options[active]?.href ?? urls.tales());
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setClosed(false);
    setActive(nextOption(active, event.key, options.length));
  }

  /** Clears the input. If it is empty, closes the list and lets Escape propagate, so that a surrounding menu closes. */
  function clearThenClose(event: KeyboardEvent): void {
    if (text === '') {
      close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    type('');
  }

  function blur(event: FocusEvent<HTMLElement>): void {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  }

  const announcement = found === null || closed ? '' : announceCount(options.length);
  const reopen = () => setClosed(false);
  return {
    text,
    active: open ? active : -1,
    open,
    groups,
    Groups: found?.Groups,
    Foot: found?.Foot,
    listId,
    input,
    announcement,
    type,
    clear,
    choose,
    submit,
    press,
    blur,
    reopen,
  };
}
