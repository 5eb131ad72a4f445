import { useState } from 'react';
import { useFocusWhenLost } from '#src/features/catalogue/components/use-focus-when-lost.ts';
import { Alert } from '#src/ui/alert.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { momentOf } from '#src/ui/when.ts';
import { urls } from '#src/urls.ts';
import type { Message } from '../contract.ts';
import { TOPIC_WORDS } from '../topics.ts';
import { AnswerForm } from './answer-form.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useMessageDeeds } from './use-message-deeds.ts';

type Props = { message: Message; onChanged: (message: Message) => Promise<void>; onDeleted: () => Promise<void> };

/** One letter: what was written, what was answered, and what can be done with it. */
export function MessageView({ message, onChanged, onDeleted }: Props) {
  const { id, topic, status, text, email, tale, created_at, answer } = message;
  const [isDeleting, setDeleting] = useState(false);
  // The form that had the focus goes when its answer is there.
  const answered = useFocusWhenLost<HTMLElement>(answer?.at ?? '');
  const { isBusy, mark, remove } = useMessageDeeds(id, { onChanged, onDeleted });
  return (
    <article className="inbox-letter">
      <div className="panel-head">
        <h2>{TOPIC_WORDS[topic]}</h2>
        <StatusBadge status={status} />
      </div>
      <p className="letter-facts figures">
        {momentOf(created_at)}
        {tale === null ? null : (
          <>
            {' · '}About{' '}
            {tale.slug === null ? (
              <>
                “<bdi>{tale.title}</bdi>”, which is gone
              </>
            ) : (
              <a className="link" href={urls.tale(tale.slug)}>
                <bdi>{tale.title}</bdi>
              </a>
            )}
          </>
        )}
      </p>
      <p className="letter-text" dir="auto">
        {text}
      </p>
      {answer === null ? null : (
        <section aria-label="The answer" ref={answered} tabIndex={-1}>
          {answer.is_waiting ? (
            <Alert title="Not sent yet: there is no mail server">
              The answer is sent to <bdi>{email}</bdi> when a mail server is configured (SMTP_URL). Until then this message stays open.
            </Alert>
          ) : null}
          <h3 className="desk-part">
            {answer.is_waiting ? 'Answer' : 'Answered'}{' '}
            <small>
              {momentOf(answer.at)}
              {', '}
              <bdi>{answer.by ?? 'a former administrator'}</bdi>
            </small>
          </h3>
          <p className="letter-text" dir="auto">
            {answer.text}
          </p>
        </section>
      )}
      {answer !== null ? null : email === null ? (
        <p className="letter-note">No address was given, so this letter cannot be answered.</p>
      ) : (
        <AnswerForm key={id} id={id} email={email} hasMailServer={message.has_mail_server} onAnswered={onChanged} />
      )}
      <div className="desk-foot">
        <button
          type="button"
          className="btn btn-quiet"
          aria-disabled={isBusy || undefined}
          onClick={() => void mark(status === 'new' ? 'closed' : 'new')}
        >
          {status === 'new' ? 'Close' : 'Open again'}
        </button>
        <button type="button" className="btn btn-quiet is-danger" onClick={() => setDeleting(true)}>
          Delete...
        </button>
      </div>
      {isDeleting ? (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete"
          onConfirm={async () => {
            await remove();
            setDeleting(false);
          }}
          onCancel={() => setDeleting(false)}
        >
          The letter and its answer are deleted for good. This action cannot be undone.
        </ConfirmDialog>
      ) : null}
    </article>
  );
}
