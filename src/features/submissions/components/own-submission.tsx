import { lazy, Suspense, useState } from 'react';
import { ActionDialog } from '#src/admin-ui/action-dialog.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { Submission, SubmissionComment } from '../contract.ts';
import { isDeletable, isEditable, STATE_TEXTS } from '../submission-fields.ts';
import { AnnotatedText, StateBadge } from './annotated-text.tsx';

/** With the editor. */
const SubmissionForm = lazy(async () => ({ default: (await import('./submission-form.tsx')).SubmissionForm }));

type Props = {
  submission: Submission;
  onChanged: (submission: Submission) => Promise<void>;
  onReload: () => Promise<void>;
  onDeleted: () => Promise<void>;
};

/** One of the user's submissions: its state, the comments of the reviewer, and the form or the text. */
export function OwnSubmission({ submission, onChanged, onReload, onDeleted }: Props) {
  const { id, version, state, fields, note, comments, original, tale, round } = submission;
  const [asking, setAsking] = useState<'withdraw' | 'delete' | null>(null);
  const [reloads, setReloads] = useState(0);
  const mayWithdraw = state === 'submitted' || state === 'changes_requested';
  const isDecided = state === 'changes_requested' || state === 'declined';

  async function withdraw(): Promise<void> {
    const headers = { 'If-Match': `"${version}"` };
    const withdrawn = await apiRequest<Submission>('POST', `/account/submissions/${id}/withdraw`, undefined, headers);
    setAsking(null);
    void toast({ title: 'Tale withdrawn', text: 'You can edit it and submit it again.' });
    await onChanged(withdrawn);
  }

  async function remove(): Promise<void> {
    await apiRequest('DELETE', `/account/submissions/${id}`);
    setAsking(null);
    void toast({ title: 'Submission deleted' });
    await onDeleted();
  }

  return (
    <article>
      <div className="panel-head">
        <h2>
          <bdi>{fields.title || 'Untitled tale'}</bdi>
        </h2>
        <StateBadge state={state} />
      </div>
      <p className="letter-facts">
        {STATE_TEXTS[state].text}{' '}
        {original === null ? null : (
          <>
            Translation of{' '}
            <a className="link" href={urls.tale(original.slug)}>
              {original.title}
            </a>
            .{' '}
          </>
        )}
        {tale?.is_public ? (
          <a className="link" href={urls.tale(tale.slug)}>
            Read it
          </a>
        ) : null}
      </p>
      {isDecided && note !== '' ? (
        <Alert title={state === 'declined' ? 'Reason' : 'Note of the editor'} icon="feather">
          <p className="letter-text" dir="auto">
            {note}
          </p>
        </Alert>
      ) : null}
      {comments.length > 0 ? (
        <details className="form-fold" open={state === 'changes_requested'}>
          <summary>Comments of the editor ({comments.length})</summary>
          <AnnotatedText
            html={submission.submitted_content}
            language={fields.language}
            comments={comments}
            actions={(comment) => <Resolve id={id} comment={comment} />}
          />
        </details>
      ) : null}
      {isEditable(state) ? (
        <Suspense fallback={<p className="panel-note">Loading form...</p>}>
          <SubmissionForm
            key={`${version} ${reloads}`}
            submission={submission}
            onSubmitted={onChanged}
            onReload={async () => {
              await onReload();
              setReloads(reloads + 1);
            }}
          />
        </Suspense>
      ) : comments.length > 0 ? null : (
        <AnnotatedText html={fields.content} language={fields.language} comments={[]} actions={() => null} />
      )}
      <div className="desk-foot">
        {mayWithdraw ? (
          <button type="button" className="btn btn-quiet" onClick={() => setAsking('withdraw')}>
            Withdraw...
          </button>
        ) : null}
        {isDeletable(state) ? (
          <button type="button" className="btn btn-quiet is-danger" onClick={() => setAsking('delete')}>
            Delete...
          </button>
        ) : null}
        {submission.submitted_at === null ? null : (
          <small className="hint">
            Submitted {formatLocalTime(submission.submitted_at)}
            {round > 1 ? `, ${round} times` : ''}
          </small>
        )}
      </div>
      {asking === 'withdraw' ? (
        <ActionDialog
          title="Withdraw this tale?"
          confirm="Withdraw"
          text="It leaves the review. You can edit it and submit it again."
          onConfirm={withdraw}
          onCancel={() => setAsking(null)}
        />
      ) : null}
      {asking === 'delete' ? (
        <ActionDialog
          title="Delete this tale?"
          confirm="Delete"
          text="The tale and its history are permanently deleted. This action cannot be undone."
          onConfirm={remove}
          onCancel={() => setAsking(null)}
        />
      ) : null}
    </article>
  );
}

function Resolve({ id, comment }: { id: string; comment: SubmissionComment }) {
  const [isResolved, setResolved] = useState(comment.is_resolved);

  async function change(resolved: boolean): Promise<void> {
    setResolved(resolved);
    try {
      await apiRequest('PUT', `/account/submissions/${id}/comments/${comment.id}`, { resolved });
    } catch (error) {
      setResolved(!resolved);
      void toast({ title: 'Error saving', text: error instanceof Error ? error.message : '', wrong: true });
    }
  }

  return (
    <label className="check">
      <input type="checkbox" checked={isResolved} onChange={({ target }) => void change(target.checked)} />
      Done
    </label>
  );
}
