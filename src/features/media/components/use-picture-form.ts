import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import type { Picture } from '../contract.ts';

export type PictureValues = Pick<Picture, 'name' | 'alt' | 'credit' | 'focal_x' | 'focal_y'>;
export type SavingState = 'none' | 'saving' | 'saved' | 'failed';

/**
 * What is said of a picture while it is typed. `settle` saves what has changed, as leaving a field does, and leaving the picture; nothing
 * has to be pressed. `problems` are sentences by field.
 */
export function usePictureForm(picture: Picture) {
  const client = useQueryClient();
  const [values, setValues] = useState<PictureValues>(() => valuesOf(picture));
  const [state, setState] = useState<SavingState>('none');
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const typed = useRef(values);
  const kept = useRef(valuesOf(picture));
  const { id } = picture;

  const settle = useCallback(async () => {
    const changes = Object.fromEntries(
      Object.entries(typed.current).filter(([field, value]) => value !== kept.current[field as keyof PictureValues]),
    );
    if (Object.keys(changes).length === 0) return;
    const before = kept.current;
    kept.current = { ...typed.current };
    setState('saving');
    try {
      await send<Picture>('PATCH', `/admin/media/${id}`, changes);
      setProblems({});
      setState('saved');
      await client.invalidateQueries({ queryKey: ['staff', '/media'] });
    } catch (error) {
      // What was refused counts as not saved, so that the next try sends it again.
      kept.current = before;
      const { fields = {}, message = '' } = error instanceof Refused ? error : {};
      setProblems(Object.keys(fields).length > 0 ? fields : { form: [message] });
      setState('failed');
    }
  }, [client, id]);

  // Whoever turns to another picture or page has said all they wanted.
  useEffect(() => () => void settle(), [settle]);

  const change = (changes: Partial<PictureValues>) => {
    typed.current = { ...typed.current, ...changes };
    setValues(typed.current);
  };
  return { values, state, problems, change, settle };
}

function valuesOf({ name, alt, credit, focal_x, focal_y }: Picture): PictureValues {
  return { name, alt, credit, focal_x, focal_y };
}
