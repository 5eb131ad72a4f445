import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/api-client/api-request.ts';
import { formatLocalDate, formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { ToolIcon } from '#src/ui/row-menu.tsx';
import { urls } from '#src/urls.ts';
import type { ManagedTale, SaveResult } from '../contract.ts';
import { PreviewLinksPanel } from '../previews/preview-links-panel.tsx';
import { formatMoment } from '../publishing/timing-fields.tsx';
import { RevisionsPanel } from '../revisions/revisions-panel.tsx';
import type { TaleListState } from './tale-list-url.ts';
import { StateBadge } from './tale-table.tsx';

const DAY_MS = 86_400_000;
const TRASH_DAYS = 30;

/** The form and its editor are loaded on demand. */
const loadForm = () => import('../form/tale-form.tsx');
const LazyTaleForm = lazy(async () => ({ default: (await loadForm()).TaleForm }));

type Props = {
  state: TaleListState;
  query: UseQueryResult<ManagedTale>;
  onBack: () => void;
  /** Whether the form opens with its publish dialog. */
  isPublishing: boolean;
  /** Id of the tale that was just published or scheduled. */
  publishedId: string;
  onEdit: () => void;
  onPublish: () => void;
  onCancel: () => void;
  onView: (tale: ManagedTale) => void;
  onRestore: (tale: ManagedTale) => void;
  onSaved: (result: SaveResult, isPublished?: boolean) => void;
};

/** The right panel: empty, a tale, or a form. On small screens it replaces the list. */
export function DetailPanel({ state: { tale: id, mode }, onBack, ...props }: Props) {
  useEffect(() => {
    // Starts loading before the tale has arrived. Errors are shown when the form renders.
    if (mode !== 'view') loadForm().catch(() => {});
  }, [mode]);
  if (id === '' && mode !== 'new')
    return (
      <section className="panel detail detail-none" aria-label="Tale details">
        <div className="empty">
          <img src="/art/spot-book.svg" alt="" width="400" height="400" />
          <p>Select a tale to view details or create a new tale</p>
        </div>
      </section>
    );
  return (
    <section className={mode === 'view' ? 'panel detail' : 'panel detail is-writing'} aria-label="Tale details">
      <button type="button" className="btn btn-quiet btn-sm detail-back" onClick={onBack}>
        <Icon name="back" />
        All tales
      </button>
      <OpenTale {...{ mode, onBack, ...props }} />
    </section>
  );
}

type OpenTaleProps = Omit<Props, 'state'> & { mode: TaleListState['mode'] };

function OpenTale({ mode, query, onBack, onCancel, onView, onRestore, isPublishing, publishedId, ...props }: OpenTaleProps) {
  const { onSaved } = props;
  if (mode === 'new') return <TaleForm key="new" tale={null} startsPublishing={false} {...{ onSaved, onCancel }} />;
  const { data: tale, error } = query;
  // The form stays open even if the tale is deleted in the meantime.
  if (tale !== undefined && mode === 'edit' && tale.deleted_at === null)
    return <TaleForm key={tale.id} tale={tale} startsPublishing={isPublishing} {...{ onSaved, onCancel }} />;
  if (error !== null && (tale === undefined || isDeleted(error))) return <LoadError error={error} query={query} onBack={onBack} />;
  if (tale === undefined) return <Loading />;
  const isJustPublished = tale.id === publishedId && tale.status === 'published';
  return <TaleDetail {...{ tale, isJustPublished, ...props }} onView={() => onView(tale)} onRestore={() => onRestore(tale)} />;
}

function TaleForm(props: ComponentProps<typeof LazyTaleForm>) {
  return (
    <Suspense fallback={<Loading />}>
      <LazyTaleForm {...props} />
    </Suspense>
  );
}

function Loading() {
  return (
    <p className="panel-note" role="status">
      Loading tale...
    </p>
  );
}

function LoadError({ error, query, onBack }: { error: Error } & Pick<Props, 'query' | 'onBack'>) {
  return (
    <div className="panel-note" role="alert">
      <p>{error.message}</p>
      {isDeleted(error) ? (
        <button type="button" className="btn btn-line" onClick={onBack}>
          Back to the list
        </button>
      ) : (
        <button type="button" className="btn btn-line" onClick={() => void query.refetch()}>
          Try again
        </button>
      )}
    </div>
  );
}

function isDeleted(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}

type TaleDetailProps = {
  tale: ManagedTale;
  isJustPublished: boolean;
  onEdit: () => void;
  onPublish: () => void;
  onView: () => void;
  onRestore: () => void;
  onSaved: (result: SaveResult) => void;
};

/** A tale, read-only. */
function TaleDetail({ tale, isJustPublished, onEdit, onPublish, onView, onRestore, onSaved }: TaleDetailProps) {
  const isTrashed = tale.deleted_at !== null;
  return (
    <>
      <div className="panel-head">
        <div>
          <p className="caps">{tale.category_name}</p>
          <h2 tabIndex={-1}>
            <bdi>{tale.title}</bdi>
          </h2>
        </div>
        <div className="row-gap">
          {isTrashed ? (
            <button type="button" className="btn btn-line" onClick={onRestore}>
              <ToolIcon name="undo" />
              Restore
            </button>
          ) : (
            <>
              <button type="button" className="btn btn-quiet" onClick={onView}>
                <Icon name="eye" />
                View
              </button>
              <button type="button" className="btn btn-line" onClick={onEdit}>
                <Icon name="feather" />
                Edit Tale
              </button>
              {tale.state === 'draft' ? (
                <button type="button" className="btn btn-solid" onClick={onPublish}>
                  Publish
                </button>
              ) : null}
            </>
          )}
        </div>
      </div>
      {isJustPublished ? <PublishedNote tale={tale} /> : null}
      {tale.deleted_at === null ? null : (
        <p className="detail-note">
          In the trash since {formatLocalDate(tale.deleted_at)}. It will be deleted permanently on{' '}
          {formatLocalDate(new Date(Date.parse(tale.deleted_at) + TRASH_DAYS * DAY_MS).toISOString())}.
        </p>
      )}
      <TaleFacts tale={tale} />
      {tale.content === '' ? null : (
        <div className="detail-body">
          <h3 className="label">Content</h3>
          <div
            className="prose prose-small"
            lang={tale.language}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
            dangerouslySetInnerHTML={{ __html: tale.content }}
          />
        </div>
      )}
      {isTrashed ? null : <TaleHistory tale={tale} onSaved={onSaved} />}
    </>
  );
}

/** Confirms that the tale was published or scheduled. Gets the focus, which was in the dialog. */
function PublishedNote({ tale: { id, slug, state, publish_date } }: { tale: ManagedTale }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus({ preventScroll: true }), []);
  const isPublic = state === 'published';
  return (
    <p className="detail-note is-good" ref={note} tabIndex={-1}>
      {isPublic ? 'Published.' : `Scheduled for ${formatMoment(publish_date)}.`}{' '}
      <a className="link" href={isPublic ? urls.tale(slug) : urls.preview(id)} target="_blank" rel="noreferrer">
        {isPublic ? 'Read the tale' : 'Preview the tale'}
      </a>
    </p>
  );
}

function TaleFacts({ tale }: { tale: ManagedTale }) {
  return (
    <div className="detail-top">
      <span className="cover">
        <Picture address={tale.cover} sizes="200px" width="300" height="400" />
      </span>
      <dl className="detail-facts">
        <div>
          <dt>Author</dt>
          <dd>
            <bdi>{tale.author}</bdi>
          </dd>
        </div>
        <div>
          <dt>Category</dt>
          <dd>{tale.category_name}</dd>
        </div>
        <div>
          <dt>Publish date</dt>
          <dd className="figures">{new Date(tale.publish_date).toLocaleDateString()}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <StateBadge state={tale.state} />
            {tale.state === 'scheduled' ? <small className="figures">Appears {formatLocalTime(tale.publish_date)}</small> : null}
          </dd>
        </div>
        <div className="wide">
          <dt>Excerpt</dt>
          <dd className="serif" lang={tale.language}>
            {tale.excerpt}
          </dd>
        </div>
        <div className="wide">
          <dt>Last saved</dt>
          <dd className="figures">
            {formatLocalTime(tale.updated_at)}
            {tale.edited_by === null ? '' : ` by ${tale.edited_by}`}
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** Preview links and version history, loaded when they are opened. */
function TaleHistory({ tale, onSaved }: { tale: ManagedTale; onSaved: (result: SaveResult) => void }) {
  return (
    <div className="detail-more">
      {tale.state === 'published' ? null : (
        <Fold title="Preview links">
          <PreviewLinksPanel taleId={tale.id} />
        </Fold>
      )}
      <Fold title="Version history">
        <RevisionsPanel tale={tale} onRestored={onSaved} />
      </Fold>
    </div>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details onToggle={(event) => setOpened((was) => was || event.currentTarget.open)}>
      <summary>{title}</summary>
      {wasOpened ? children : null}
    </details>
  );
}
