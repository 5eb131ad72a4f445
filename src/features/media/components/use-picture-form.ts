import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import type { Picture } from '../contract.ts';

export type PictureValues = Pick<Picture, 'name' | 'alt' | 'credit' | 'focal_x' | 'focal_y'>;
export type SavingState = 'none' | 'saving' | 'saved' | 'failed';

/**
 * State of the form of an image. `save` sends changed fields; it is called on blur and on unmount. `problems`: messages by field.
 */
export function usePictureForm(picture: Picture) {
  const client = useQueryClient();
  const [values, setValues] = useState<PictureValues>(() => valuesOf(picture));
  const [state, setState] = useState<SavingState>('none');
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const typed = useRef(values);
  const saved = useRef(valuesOf(picture));
  const { id } = picture;

  const save = useCallback(async () => {
    const changes = Object.fromEntries(
      Object.entries(typed.current).filter(([field, value]) => value !== saved.current[field as keyof PictureValues]),
    );
    if (Object.keys(changes).length === 0) return;
    const before = saved.current;
    saved.current = { ...typed.current };
    setState('saving');
    try {
      await apiRequest<Picture>('PATCH', `/admin/media/${id}`, changes);
      setProblems({});
      setState('saved');
      await client.invalidateQueries({ queryKey: ['staff', '/media'] });
    } catch (error) {
      // Rejected fields count as unsaved, so that the next attempt sends them again.
      saved.current = before;
      const { fields = {}, message = '' } = error instanceof ApiError ? error : {};
      setProblems(Object.keys(fields).length > 0 ? fields : { form: [message] });
      setState('failed');
    }
  }, [client, id]);

  // Saves when another image or page is opened.
  useEffect(() => () => void save(), [save]);

  const change = (changes: Partial<PictureValues>) => {
    typed.current = { ...typed.current, ...changes };
    setValues(typed.current);
  };
  return { values, state, problems, change, settle: save };
}

function valuesOf({ name, alt, credit, focal_x, focal_y }: Picture): PictureValues {
  return { name, alt, credit, focal_x, focal_y };
}
