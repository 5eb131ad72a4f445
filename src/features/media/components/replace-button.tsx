import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import type { PictureWithUses } from '../contract.ts';
import { ACCEPT } from '../picture-files.ts';
import { uploadPictureFile } from './upload-picture-file.ts';

/** Replaces the file of an image after confirmation. */
export function ReplaceButton({ picture: { id, uses, name } }: { picture: PictureWithUses }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);

  async function replace(chosen: File): Promise<void> {
    setShare(0);
    try {
      await uploadPictureFile({ method: 'PUT', path: `/admin/media/${id}/file`, file: chosen, onProgress: setShare });
      await client.invalidateQueries({ queryKey: ['staff', '/media'] });
      void toast({ title: 'Image replaced', text: 'Check whether alt text, credit and focal point are still correct.' });
    } catch (error) {
      void toast({ title: 'Error replacing image', text: error instanceof Error ? error.message : '', wrong: true });
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
        <ConfirmDialog title="Replace this image?" confirm="Replace" onConfirm={() => replace(file)} onCancel={() => setFile(null)}>
          {share === null
            ? `“${file.name}” will replace “${name}”${uses === 0 ? '' : ` in ${uses === 1 ? 'the tale that uses it' : `all ${uses} tales that use it`}`}.`
            : share < 1
              ? `${Math.round(share * 100)} % uploaded`
              : 'Processing...'}
        </ConfirmDialog>
      )}
    </>
  );
}
