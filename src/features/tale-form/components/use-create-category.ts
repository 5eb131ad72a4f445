import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import type { Choices } from '#src/features/manage/contract.ts';
import { CHOICES_KEY } from './use-choices.ts';

/** Makes a category of a name, and offers it from then on. `create` resolves to its slug, or to nothing when it was refused. */
export function useCreateCategory() {
  const client = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const [failure, setFailure] = useState('');

  async function create(name: string): Promise<string | undefined> {
    setCreating(true);
    setFailure('');
    try {
      const made = await send<{ slug: string; name: string }>('POST', '/admin/categories', { name });
      client.setQueryData<Choices>(CHOICES_KEY, (old) => old && { ...old, categories: [...old.categories, made] });
      return made.slug;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setFailure(error.message);
      return undefined;
    } finally {
      setCreating(false);
    }
  }

  return { create, isCreating, failure };
}
