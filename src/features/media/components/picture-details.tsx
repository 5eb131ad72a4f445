import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { changesOf } from '#src/admin-ui/merge-changes.ts';
import { deleteRecord, isDeletedHere, isNotFound, RecordNews } from '#src/admin-ui/record.tsx';
import { formatMegabytes } from '#src/admin-ui/upload-file.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { useChanges } from '#src/api-client/watch-changes.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { formatLocalDate } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { Picture, PictureUse, PictureWithUses } from '../contract.ts';
import { coverAddressOf } from '../picture-files.ts';
import { CropPreview } from './crop-preview.tsx';
import { FocalEditor } from './focal-editor.tsx';
import { ReplaceButton } from './replace-button.tsx';

type Props = { id: string; onClose: () => void; onDeleted: () => void };

/** Details of an image: texts, focal point and uses, with actions to replace or delete it. */
export function PictureDetails({ id, onClose, onDeleted }: Props) {
  const query = useQuery({
    queryKey: ['staff', '/media', id],
    queryFn: () => apiRequest<PictureWithUses>('GET', `/admin/media/${id}`),
    retry: false,
  });
  const { data } = query;
  useChanges('media', async (ids) => {
    if (isDeletedHere(`/media/${id}`) || (ids !== null && !ids.has(id))) return;
    const { error } = await query.refetch();
    if (error !== null && !isNotFound(error)) throw error;
  });
  return (
    <div className="media-details">
      <div className="media-details-head">
        <h2>Image</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {data !== undefined ? (
        <>
          {/* Resets the form when the file was replaced. */}
          <Details key={`${data.id} ${data.address}`} picture={data} onDeleted={onDeleted} />
          <RecordNews>{isNotFound(query.error) ? 'This image was deleted by someone else.' : null}</RecordNews>
        </>
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
      await deleteRecord(`/media/${picture.id}`);
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

type PictureValues = Pick<Picture, 'name' | 'alt' | 'credit' | 'focal_x' | 'focal_y'>;
type SavingState = 'none' | 'saving' | 'saved' | 'failed';

/**
 * State of the form of an image. `save` sends changed fields; it is called on blur and on unmount. `problems`: messages by field.
 */
function usePictureForm(picture: Picture) {
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
      await client.invalidateQueries({ queryKey: ['staff', '/media'] });
      setState('saved');
    } catch (error) {
      // Rejected fields count as unsaved, so that the next attempt sends them again.
      saved.current = before;
      const { fields = {}, message = '' } = error instanceof ApiError ? error : {};
      setProblems(Object.keys(fields).length > 0 ? fields : { form: [message] });
      setState('failed');
    }
  }, [client, id]);

  // Adopts what others saved, except in fields with unsaved changes.
  useEffect(() => {
    if (state === 'saving') return;
    const own = changesOf(saved.current, typed.current);
    saved.current = valuesOf(picture);
    typed.current = { ...saved.current, ...own };
    setValues(typed.current);
  }, [picture, state]);

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

/** The tales that use an image, with links to their forms. */
function PictureUses({ picture: { uses, used_in } }: { picture: PictureWithUses }) {
  return (
    <section className="media-uses" aria-label="Uses">
      <h3>{uses === 0 ? 'Not used yet' : `Used in ${uses === 1 ? '1 tale' : `${uses} tales`}`}</h3>
      {uses === 0 ? null : (
        <ul>
          {used_in.map((use) => (
            <li key={use.tale_id}>
              <a className="link" href={urls.manageTale(use.tale_id)}>
                {use.title}
              </a>
              <span className="media-note">{describeUse(use)}</span>
            </li>
          ))}
          {uses > used_in.length ? <li>and {uses - used_in.length} more</li> : null}
        </ul>
      )}
    </section>
  );
}

function describeUse({ as_cover, in_text, is_public, is_in_bin }: PictureUse): string {
  const where = as_cover && in_text ? 'on the cover and in the text' : as_cover ? 'on the cover' : 'in the text';
  return `${where}${is_in_bin ? ', in the trash' : is_public ? '' : ', not public'}`;
}
