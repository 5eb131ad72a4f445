import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { ToolIcon } from '#src/ui/tool-icon.tsx';
import { dayOf, momentOf } from '#src/ui/when.ts';
import type { ManagedTale, SavedAnswer } from '../contract.ts';
import { StateBadge } from './state-badge.tsx';
import { TaleHistory } from './tale-history.tsx';

const DAY_MS = 86_400_000;
const DAYS_IN_BIN = 30;

type Props = {
  tale: ManagedTale;
  onEdit: () => void;
  onView: () => void;
  onRestore: () => void;
  onSaved: (saved: SavedAnswer) => void;
};

/** A tale to look at. */
export function TaleDetail({ tale, onEdit, onView, onRestore, onSaved }: Props) {
  const isBinned = tale.deleted_at !== null;
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
          {isBinned ? (
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
          In the bin since {dayOf(tale.deleted_at)}. On {dayOf(new Date(Date.parse(tale.deleted_at) + DAYS_IN_BIN * DAY_MS).toISOString())}{' '}
          it is deleted for good.
        </p>
      )}
      <Facts tale={tale} />
      {tale.content === '' ? null : (
        <div className="detail-body">
          <h3 className="label">Content</h3>
          <div
            className="prose prose-small"
            lang={tale.language}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the text was made clean when it was written
            dangerouslySetInnerHTML={{ __html: tale.content }}
          />
        </div>
      )}
      {isBinned ? null : <TaleHistory tale={tale} onSaved={onSaved} />}
    </>
  );
}

function Facts({ tale }: { tale: ManagedTale }) {
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
            {tale.state === 'scheduled' ? <small className="figures">Appears {momentOf(tale.publish_date)}</small> : null}
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
            {momentOf(tale.updated_at)}
            {tale.edited_by === null ? '' : ` by ${tale.edited_by}`}
          </dd>
        </div>
      </dl>
    </div>
  );
}
