import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import type { AuthorChoices } from '../contract.ts';

type Props = { slug: string; onChange: (slug: string) => void };

/** Narrows the list to one author, found by typing. */
export function AuthorFilter({ slug, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const current = useAuthors(slug.replaceAll('-', ' '), slug !== '')?.find((author) => author.slug === slug)?.name ?? slug;
  const found = useAuthors(typed ?? '', true) ?? [];
  return (
    <div>
      <label htmlFor={id}>Author</label>
      <Combobox
        id={id}
        name="author"
        listLabel="Authors"
        isRequired={false}
        placeholder="All authors"
        maxLength={200}
        text={typed ?? current}
        options={found.map((author) => ({ value: author.slug, label: author.name }))}
        onText={(text) => {
          setTyped(text);
          if (text.trim() === '' && slug !== '') onChange('');
        }}
        onPick={({ value }) => {
          setTyped(null);
          onChange(value);
        }}
        // What was typed and not chosen narrows nothing.
        onLeave={() => setTyped(null)}
      />
    </div>
  );
}

function useAuthors(words: string, isAsked: boolean): AuthorChoices['authors'] | undefined {
  const q = words.trim();
  const { data } = useQuery({
    queryKey: ['staff', '/choices/authors', q],
    queryFn: () => send<AuthorChoices>('GET', `/admin/choices/authors?${new URLSearchParams({ q })}`),
    placeholderData: (previous) => previous,
    enabled: isAsked,
    staleTime: 60_000,
    retry: retryUpTo(1),
  });
  return data?.authors;
}
