import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { megabytes } from '#src/features/staff/components/transfer-file.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { dayOf } from '#src/ui/when.ts';
import type { PictureWithUses } from '../contract.ts';
import { coverAddressOf } from '../picture-files.ts';
import { CropPreview } from './crop-preview.tsx';
import { FocalEditor } from './focal-editor.tsx';
import { PictureUses } from './picture-uses.tsx';
import { ReplaceButton } from './replace-button.tsx';
import { type SavingState, usePictureForm } from './use-picture-form.ts';

type Props = { id: string; onClose: () => void; onDeleted: () => void };

/** All about one picture: what it is called and says, what stays in sight, where it is shown, and how it is replaced or deleted. */
export function PictureDetails({ id, onClose, onDeleted }: Props) {
  const query = useQuery({
    queryKey: ['staff', '/media', id],
    queryFn: () => send<PictureWithUses>('GET', `/admin/media/${id}`),
    retry: false,
  });
  const { data } = query;
  return (
    <div className="media-details">
      <div className="media-details-head">
        <h2>Picture</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {data !== undefined ? (
        // A replaced picture is another one to look at.
        <Details key={`${data.id} ${data.address}`} picture={data} onDeleted={onDeleted} />
      ) : query.isError ? (
        <div className="panel-note">
          <p>The picture could not be loaded. {query.error.message}</p>
          <button type="button" className="btn btn-line" onClick={() => void query.refetch()}>
            Try again
          </button>
        </div>
      ) : (
        <p className="panel-note" role="status">
          Loading picture...
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
      await send('DELETE', `/admin/media/${picture.id}`);
      void toast({ title: 'Picture deleted', text: `“${picture.name}” is no longer in the library.` });
      onDeleted();
    } catch (error) {
      void toast({ title: 'Error deleting picture', text: error instanceof Error ? error.message : '', wrong: true });
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
        onSettle={() => void settle()}
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
          hint="What is to be seen, in a sentence, for those who cannot see it. Publishing asks for it."
        />
        <Field {...text('name')} label="Name" maxLength={200} hint="For editors, to find it again." />
        <Field {...text('credit')} label="Credit" maxLength={500} hint="Who made it, and by what right it is shown." />
        <button type="submit" className="visually-hidden">
          Save
        </button>
      </form>
      <Saving state={state} problem={problems.form?.[0]} onRetry={() => void settle()} />
      <p className="media-facts figures">
        {picture.width} × {picture.height} pixels · sent as {megabytes(picture.bytes)} · {dayOf(picture.created_at)}
      </p>
      <PictureUses picture={picture} />
      <div className="media-deeds">
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
            It can be deleted when no tale shows it any more.
          </p>
        ) : null}
      </div>
      {isAsking ? (
        <ConfirmDialog title="Are you sure?" confirm="Delete" onConfirm={remove} onCancel={() => setAsking(false)}>
          {`This will permanently delete the picture “${picture.name}”. A former version of a tale that showed it comes back without it.`}
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
