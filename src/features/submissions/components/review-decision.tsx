import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { match } from '#src/admin-ui/record.tsx';
import { AreaField, SelectField } from '#src/admin-ui/text-fields.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { definitionOf } from '#src/features/tales/field-values.ts';
import { type FieldName, taleFields } from '#src/features/tales/fields.ts';
import { Alert } from '#src/ui/alert.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { ReviewProps } from './review-panel.tsx';

type Choice = 'accept' | 'publish' | 'request-changes' | 'decline';

const DONE: Record<Choice, string> = {
  accept: 'Tale accepted',
  publish: 'Tale published',
  'request-changes': 'Changes requested',
  decline: 'Tale declined',
};

/** Accepts, returns or declines the tale. The author gets an email. A note that is being written outlasts the decision of somebody else. */
export function Decision({ review, isOpen, send, go }: ReviewProps & { go: (href: string) => void }) {
  const { version, comments } = review;
  const [note, setNote] = useState('');
  const [category, setCategory] = useState(review.category);
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState<Choice | null>(null);
  const { data: options } = useQuery({
    queryKey: ['staff', '/choices'],
    queryFn: () => apiRequest<{ categories: { slug: string; name: string }[] }>('GET', '/admin/choices'),
    staleTime: 60_000,
    enabled: isOpen,
  });
  const pending = comments.filter(({ is_pending }) => is_pending).length;

  async function decide(choice: Choice): Promise<void> {
    if (busy !== null) return;
    setBusy(choice);
    setFailure('');
    setProblems({});
    const isAccepted = choice === 'accept' || choice === 'publish';
    const body = isAccepted ? { category, publish: choice === 'publish' } : choice === 'decline' ? { reason: note } : { note };
    try {
      const decided = await send('POST', `/${isAccepted ? 'accept' : choice}`, body, match(version));
      setNote('');
      void toast({ title: DONE[choice], text: 'The author gets an email.' });
      if (choice === 'accept' && decided.tale !== null) go(urls.manageTale(decided.tale.id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(error.fields);
      setFailure(
        error.code === 'changed_since' ? 'Somebody else commented on it or decided about it. What they did is shown now.' : textOf(error),
      );
    } finally {
      setBusy(null);
    }
  }

  const button = (choice: Choice, text: string, look: string) => (
    <button
      type="button"
      className={`btn ${look}`}
      aria-busy={busy === choice || undefined}
      aria-disabled={busy !== null || undefined}
      onClick={() => void decide(choice)}
    >
      {busy === choice ? <span className="spinner" aria-hidden="true" /> : null}
      {text}
    </button>
  );

  if (!isOpen && busy === null) return <UnsentText label="Note to the author" value={note} onChange={setNote} />;
  return (
    <section className="desk-form answer-form" aria-label="Decision">
      <h3 className="desk-part">Accept</h3>
      <SelectField
        label={taleFields.category.label}
        value={category}
        problems={problems.category}
        options={[['', 'Select category'], ...(options?.categories ?? []).map(({ slug, name }) => [slug, name] as const)]}
        onChange={setCategory}
      />
      <div className="row-gap">
        {button('publish', 'Accept and publish', 'btn-solid')}
        {button('accept', 'Accept as draft', 'btn-line')}
      </div>
      <h3 className="desk-part">Return or decline</h3>
      <AreaField
        label="Note to the author"
        rows={4}
        value={note}
        problems={problems.note ?? problems.reason}
        hint={`Sent by email${pending > 0 ? `, with ${pending === 1 ? 'the new comment' : `the ${pending} new comments`}` : ''}. Declining needs a reason.`}
        onChange={setNote}
      />
      <div className="row-gap">
        {button('request-changes', 'Request changes', 'btn-line')}
        {button('decline', 'Decline', 'btn-quiet is-danger')}
      </div>
      {failure === '' ? null : <Alert title={failure} wrong />}
    </section>
  );
}

type UnsentProps = { label: string; value: string; onChange: (value: string) => void };

/** What was typed into a form that is gone, as somebody else has decided about the tale; nothing if it is empty. */
export function UnsentText({ label, value, onChange }: UnsentProps) {
  if (value === '') return null;
  return (
    <section className="desk-form answer-form" aria-label={`${label}, not sent`}>
      <AreaField label={label} rows={4} value={value} hint="Not sent, because the tale is already decided." onChange={onChange} />
      <button type="button" className="btn btn-line" onClick={() => onChange('')}>
        Discard
      </button>
    </section>
  );
}

/** Names the fields that prevent the tale from being created or published. */
function textOf({ message, fields }: ApiError): string {
  const reasons = Object.entries(fields).map(
    ([name, texts]) => (name in taleFields ? `${definitionOf(name as FieldName).label}: ` : '') + texts.join(' '),
  );
  return reasons.length > 0 ? reasons.join('. ') : message;
}
