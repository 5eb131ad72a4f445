import type { ManagedTale } from '#src/features/manage/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { momentOf } from '#src/ui/when.ts';
import type { Revision } from '../contract.ts';

type Props = {
  tale: ManagedTale;
  revisions: readonly Revision[];
  onCompare: (version: number) => void;
  onRestore: (version: number) => void;
};

/** The versions of a tale, the present one first. */
export function RevisionList({ tale, revisions, onCompare, onRestore }: Props) {
  return (
    <ol className="version-list">
      <li className="is-now">
        <About version={{ ...tale, saved_at: tale.updated_at }} title="" />
        <span className="badge">Now</span>
      </li>
      {revisions.map((revision) => {
        const name = `version ${revision.version}, ${momentOf(revision.saved_at)}`;
        return (
          <li key={revision.version}>
            <About version={revision} title={revision.title === tale.title ? '' : revision.title} />
            <span className="version-deeds">
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-label={`Compare ${name}`}
                onClick={() => onCompare(revision.version)}
              >
                Compare
              </button>
              <button
                type="button"
                className="btn btn-quiet btn-sm"
                aria-label={`Restore ${name}`}
                onClick={() => onRestore(revision.version)}
              >
                <Icon name="retry" />
                Restore
              </button>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

type AboutProps = { version: Pick<Revision, 'version' | 'saved_at' | 'edited_by' | 'words' | 'status'>; title: string };

function About({ version: { version, saved_at, edited_by, words, status }, title }: AboutProps) {
  return (
    <span className="version-about">
      <b>
        <time dateTime={saved_at}>{momentOf(saved_at)}</time>
      </b>
      <small>
        Version {version}
        {edited_by === null ? '' : ' by '}
        {edited_by === null ? null : <bdi>{edited_by}</bdi>} · {status === 'published' ? 'Published' : 'Draft'} ·{' '}
        <span className="figures">{words === 1 ? '1 word' : `${words.toLocaleString()} words`}</span>
      </small>
      {title === '' ? null : (
        <small>
          Then called <bdi>“{title}”</bdi>
        </small>
      )}
    </span>
  );
}
