import { type ReactNode, useState } from 'react';
import { formatLocalDate, formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { ToolIcon } from '#src/ui/row-menu.tsx';
import type { ManagedTale, SaveResult } from '../contract.ts';
import { PreviewLinksPanel } from '../previews/preview-links-panel.tsx';
import { RevisionsPanel } from '../revisions/revisions-panel.tsx';
import { StateBadge } from './tale-table.tsx';

const DAY_MS = 86_400_000;
const TRASH_DAYS = 30;

type Props = {
  tale: ManagedTale;
  onEdit: () => void;
  onView: () => void;
  onRestore: () => void;
  onSaved: (result: SaveResult) => void;
};

/** A tale, read-only. */
export function TaleDetail({ tale, onEdit, onView, onRestore, onSaved }: Props) {
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
            </>
          )}
        </div>
      </div>
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
