import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';
import { Combobox, type ComboOption } from '#src/ui/combobox.tsx';
import { isSameName } from '../same-name.ts';
import { useField } from './form-context.ts';
import { FormField } from './form-field.tsx';
import { useLater } from './use-later.ts';

type AuthorChoices = { authors: { slug: string; name: string }[] };

const MOST = 200;
const PAUSE_MS = 150;

/** The author by name: one who is there, or a new one, who is made with the tale. */
export function AuthorField() {
  const { value, problems, set } = useField('author');
  const typed = value.trim();
  const q = useLater(typed, PAUSE_MS);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['staff', '/choices/authors', q],
    queryFn: () => send<AuthorChoices>('GET', `/admin/choices/authors?${new URLSearchParams({ q })}`),
    placeholderData: (previous) => previous,
    staleTime: 60_000,
    retry: retryUpTo(1),
  });
  const known = data?.authors ?? [];
  const isKnown = known.some(({ name }) => isSameName(name, typed));
  const isNew = typed !== '' && q === typed && data !== undefined && !isPlaceholderData && !isKnown;
  // While one is in the field its list says so.
  const [isLeft, setLeft] = useState(true);
  const options: ComboOption[] = known.map(({ slug, name }) => ({ value: slug, label: name }));
  if (isNew) options.push({ value: '+', label: typed, note: 'A new author, made when the tale is saved', creates: true });
  return (
    <FormField name="author" problems={problems} hint={isNew && isLeft ? 'A new author: made when the tale is saved.' : undefined}>
      {({ id, describedBy, isWrong }) => (
        <Combobox
          {...{ id, describedBy, isWrong, options }}
          name="author"
          listLabel="Authors"
          text={value}
          maxLength={MOST}
          onText={(text) => {
            setLeft(false);
            set(text);
          }}
          onLeave={() => setLeft(true)}
          onPick={({ label }) => set(label)}
        />
      )}
    </FormField>
  );
}
