import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import type { PictureWithUses } from '../contract.ts';
import { ACCEPT } from '../picture-files.ts';
import { sendFile } from './send-file.ts';

/** Puts another file in the place of a picture, after a word about where it is shown. */
export function ReplaceButton({ picture: { id, uses, name } }: { picture: PictureWithUses }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);

  async function replace(chosen: File): Promise<void> {
    setShare(0);
    try {
      await sendFile({ method: 'PUT', path: `/admin/media/${id}/file`, file: chosen, onProgress: setShare });
      await client.invalidateQueries({ queryKey: ['staff', '/media'] });
      void toast({ title: 'Picture replaced', text: 'Please look whether alt text, credit and focal point still fit.' });
    } catch (error) {
      void toast({ title: 'Error replacing picture', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setShare(null);
    setFile(null);
  }

  return (
    <>
      <button type="button" className="btn btn-line" onClick={() => input.current?.click()}>
        Replace
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        onChange={(event) => {
          setFile(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
      {file === null ? null : (
        <ConfirmDialog title="Replace this picture?" confirm="Replace" onConfirm={() => replace(file)} onCancel={() => setFile(null)}>
          {share === null
            ? `“${file.name}” will take the place of “${name}”${uses === 0 ? '' : ` in ${uses === 1 ? 'the tale that shows it' : `all ${uses} tales that show it`}`}.`
            : share < 1
              ? `${Math.round(share * 100)} % sent`
              : 'Being made ready for every screen'}
        </ConfirmDialog>
      )}
    </>
  );
}
