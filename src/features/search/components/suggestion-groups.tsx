import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import type { Suggestions } from '../contract.ts';

export type Option = { key: string; href: string; title: string; note: string; cover: string | null };
export type OptionGroup = { name: 'Tales' | 'Authors' | 'Categories'; options: Option[] };

export type SuggestionGroupsProps = {
  /** Of the listbox. */
  id: string;
  groups: readonly OptionGroup[];
  active: number;
  typed: string;
  choose: (href: string) => void;
};

/** Options of the search box. */
export function SuggestionGroups({ id, groups, active, typed, choose }: SuggestionGroupsProps) {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, group) => sum + group.options.length, 0));
  return groups.map((group, place) => (
    // biome-ignore lint/a11y/useSemanticElements: there is no element for groups of a listbox
    <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
      <span className="caps" id={`${id}-${group.name}`}>
        {group.name}
      </span>
      {group.options.map((option, index) => {
        const number = (starts[place] ?? 0) + index;
        return (
          <SuggestionOption
            key={option.key}
            id={`${id}-${number}`}
            option={option}
            selected={number === active}
            typed={typed}
            choose={choose}
          />
        );
      })}
    </div>
  ));
}

/** Hints for keys, below the options. */
export function SuggestionsFoot({ typed }: { typed: string }) {
  return (
    <div className="palette-foot" aria-hidden="true">
      <span>
        <span className="key">↑</span> <span className="key">↓</span> choose
      </span>
      <span>
        <span className="key">Enter</span> open
      </span>
      <span>All results for “{typed.trim()}”</span>
    </div>
  );
}

type OptionProps = { id: string; option: Option; selected: boolean; typed: string; choose: (href: string) => void };

function SuggestionOption({ id, option, selected, typed, choose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox
    // biome-ignore lint/a11y/useFocusableInteractive: referenced by aria-activedescendant, never focused
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

/** Converts suggestions to groups of options, without empty groups. */
export function optionGroups(found: Suggestions): OptionGroup[] {
  const groups: OptionGroup[] = [
    {
      name: 'Tales',
      options: found.tales.map((tale) => ({
        key: `tale-${tale.slug}`,
        href: urls.tale(tale.slug),
        title: tale.title,
        note: tale.author,
        cover: tale.coverImage,
      })),
    },
    { name: 'Authors', options: found.authors.map((link) => plain('author', urls.author(link.slug), link)) },
    { name: 'Categories', options: found.categories.map((link) => plain('category', urls.category(link.slug), link)) },
  ];
  return groups.filter((group) => group.options.length > 0);
}

function plain(kind: string, href: string, link: { slug: string; name: string }): Option {
  return { key: `${kind}-${link.slug}`, href, title: link.name, note: '', cover: null };
}

/** Splits a title into parts to highlight the input, ignoring case and accents. */
export function markParts(title: string, typed: string): { text: string; mark: boolean }[] {
  const needle = fold(typed.trim());
  const folded = [...title].map(fold);
  if (needle === '' || folded.some((letter) => letter.length !== 1)) return [{ text: title, mark: false }];
  const at = folded.join('').indexOf(needle);
  if (at === -1) return [{ text: title, mark: false }];
  const letters = [...title];
  const parts = [
    { text: letters.slice(0, at).join(''), mark: false },
    { text: letters.slice(at, at + needle.length).join(''), mark: true },
    { text: letters.slice(at + needle.length).join(''), mark: false },
  ];
  return parts.filter((part) => part.text !== '');
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
