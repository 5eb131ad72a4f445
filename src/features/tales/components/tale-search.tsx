import { OptionSearch } from '#src/admin-ui/option-search.tsx';
import type { TaleOption } from '../contract.ts';
import { TaleLine } from './tale-line.tsx';

type Props = {
  label: string;
  isPublishedOnly?: boolean;
  /** Ids already in the list. */
  chosen: ReadonlySet<string>;
  /** Message if the list is full. */
  full?: string | undefined;
  onAdd: (tale: TaleOption) => void;
};

/** Searches tales by title or author, with a button to add each. */
export function TaleSearch({ isPublishedOnly = false, ...props }: Props) {
  const state = isPublishedOnly ? { state: 'published' } : {};
  return (
    <OptionSearch<TaleOption>
      {...props}
      placeholder="Search by title or author"
      noun="tales"
      path={(q) => `/choices/tales?${new URLSearchParams({ q, ...state })}`}
      read={(answer) => (answer as { tales: TaleOption[] }).tales}
      nameOf={({ title }) => title}
      row={(tale) => <TaleLine tale={tale} />}
    />
  );
}
