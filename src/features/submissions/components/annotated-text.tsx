import { type ReactNode, useMemo } from 'react';
import { formatLocalTime } from '#src/ui/format.ts';
import { withPictures } from '#src/ui/picture.ts';
import type { SubmissionComment } from '../contract.ts';
import { STATE_TEXTS, type SubmissionState } from '../submission-fields.ts';
import { annotate } from './annotate.ts';

type Props = {
  /** Sanitized HTML. */
  html: string;
  language: string;
  comments: readonly SubmissionComment[];
  /** Buttons of a comment. */
  actions: (comment: SubmissionComment) => ReactNode;
};

/** The text of a tale with each comment below the paragraph of its passage, which is marked. Comments without a passage come first. */
export function AnnotatedText({ html, language, comments, actions }: Props) {
  const { parts, others } = useMemo(() => annotate(withPictures(html), comments), [html, comments]);
  const list = (ids: readonly string[]) => (
    <CommentList comments={comments.filter(({ id }) => ids.includes(id))} language={language} actions={actions} />
  );
  return (
    <div className="annotated">
      {others.length === 0 ? null : list(others)}
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
        <div key={at}>
          <div
            className={at === 0 ? 'prose' : 'prose prose-on'}
            lang={language || undefined}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server
            dangerouslySetInnerHTML={{ __html: part.html }}
          />
          {part.ids.length === 0 ? null : list(part.ids)}
        </div>
      ))}
    </div>
  );
}

function CommentList({ comments, language, actions }: Pick<Props, 'comments' | 'language' | 'actions'>) {
  return (
    <ul className="review-comments">
      {comments.map((comment) => (
        <li key={comment.id} className={comment.is_resolved ? 'is-resolved' : undefined}>
          {comment.quote === '' ? null : (
            <blockquote lang={language || undefined} dir="auto">
              {comment.quote}
            </blockquote>
          )}
          <p dir="auto">{comment.text}</p>
          <div className="review-comment-foot">
            <small>
              <bdi>{comment.by ?? 'A former editor'}</bdi>, {formatLocalTime(comment.created_at)}
              {comment.is_resolved ? ', done' : ''}
            </small>
            {actions(comment)}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function StateBadge({ state }: { state: SubmissionState }) {
  const { label, kind } = STATE_TEXTS[state];
  return (
    <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>
      {kind === 'plain' ? null : <i />}
      {label}
    </span>
  );
}
