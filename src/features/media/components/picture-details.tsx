import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMegabytes } from '#src/admin-ui/upload-file.ts';
import { apiRequest } from '#src/api-client/api-request.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { formatLocalDate } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import type { PictureWithUses } from '../contract.ts';
import { coverAddressOf } from '../picture-files.ts';
import { CropPreview } from './crop-preview.tsx';
import { FocalEditor } from './focal-editor.tsx';
import { PictureUses } from './picture-uses.tsx';
import { ReplaceButton } from './replace-button.tsx';
import { type SavingState, usePictureForm } from './use-picture-form.ts';

type Props = { id: string; onClose: () => void; onDeleted: () => void };

/** Details of an image: texts, focal point and uses, with actions to replace or delete it. */
export function PictureDetails({ id, onClose, onDeleted }: Props) {
  const query = useQuery({
    queryKey: ['staff', '/media', id],
    queryFn: () => apiRequest<PictureWithUses>('GET', `/admin/media/${id}`),
    retry: false,
  });
  const { data } = query;
  return (
    <div className="media-details">
      <div className="media-details-head">
        <h2>Image</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {data !== undefined ? (
        // Resets the form when the file was replaced.
        <Details key={`${data.id} ${data.address}`} picture={data} onDeleted={onDeleted} />
      ) : query.isError ? (
        <div className="panel-note">
          <p>The image could not be loaded. {query.error.message}</p>
          <button type="button" className="btn btn-line" onClick={() => void query.refetch()}>
            Try again
          </button>
        </div>
      ) : (
        <p className="panel-note" role="status">
          Loading image...
        </p>
      )}
    </div>
  );
}

function Details({ picture, onDeleted }: { picture: PictureWithUses; onDeleted: () => void }) {
  const { values, state, problems, change, settle } = usePictureForm(picture);
  const [isAsking, setAsking] = useState(false);
  const text = (name: 'name' | 'alt' | 'credit') => ({
    scope: 'picture',
    name,
    value: values[name],
    problems: problems[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    onBlur: () => void settle(),
  });

  async function remove(): Promise<void> {
    try {
      await apiRequest('DELETE', `/admin/media/${picture.id}`);
      void toast({ title: 'Image deleted', text: `“${picture.name}” was deleted from the library.` });
      onDeleted();
    } catch (error) {
      void toast({ title: 'Error deleting image', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setAsking(false);
  }

  return (
    <>
      <FocalEditor
        address={picture.address}
        alt={values.alt}
        point={{ x: values.focal_x, y: values.focal_y }}
        onMove={({ x, y }) => change({ focal_x: x, focal_y: y })}
        onCommit={() => void settle()}
      />
      <CropPreview address={coverAddressOf({ ...picture, ...values })} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void settle();
        }}
      >
        <Field
          {...text('alt')}
          label="Alt text"
          maxLength={1000}
          hint="One sentence for people who cannot see the image. Required to publish."
        />
        <Field {...text('name')} label="Name" maxLength={200} hint="Shown to editors only." />
        <Field {...text('credit')} label="Credit" maxLength={500} hint="Creator and licence." />
        <button type="submit" className="visually-hidden">
          Save
        </button>
      </form>
      <Saving state={state} problem={problems.form?.[0]} onRetry={() => void settle()} />
      <p className="media-facts figures">
        {picture.width} × {picture.height} pixels · uploaded as {formatMegabytes(picture.bytes)} · {formatLocalDate(picture.created_at)}
      </p>
      <PictureUses picture={picture} />
      <div className="media-actions">
        <ReplaceButton picture={picture} />
        <button
          type="button"
          className="btn btn-line"
          aria-describedby={picture.uses > 0 ? 'picture-used' : undefined}
          aria-disabled={picture.uses > 0 || undefined}
          onClick={() => setAsking(picture.uses === 0)}
        >
          Delete
        </button>
        {picture.uses > 0 ? (
          <p className="hint" id="picture-used">
            Used images cannot be deleted.
          </p>
        ) : null}
      </div>
      {isAsking ? (
        <ConfirmDialog title="Are you sure?" confirm="Delete" onConfirm={remove} onCancel={() => setAsking(false)}>
          {`“${picture.name}” will be permanently deleted. Older versions of tales that used it will be restored without it.`}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Saving({ state, problem, onRetry }: { state: SavingState; problem: string | undefined; onRetry: () => void }) {
  return (
    <p className={state === 'failed' ? 'media-saving is-wrong' : 'media-saving'} role="status">
      {state === 'saving' ? 'Saving...' : ''}
      {state === 'saved' ? 'Saved' : ''}
      {state === 'failed' ? `Not saved. ${problem ?? ''} ` : ''}
      {state === 'failed' && problem !== undefined ? (
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </p>
  );
}
