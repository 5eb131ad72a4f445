import { type ReactNode, useState } from 'react';
import { AreaField } from '#src/admin-ui/text-fields.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { blocksOf, MAX_NOTE_LENGTH } from '../changes.ts';
import type { Review } from '../contract.ts';
import { FIELD_LABELS, SuggestionBadge } from './change-view.tsx';
import { type Decide, ReviewChange } from './review-change.tsx';

type Props = { review: Review; onChanged: (review: Review) => Promise<void>; reload: () => void };

/** A suggestion in the current text of its tale, with the decisions about its changes. */
export function ReviewView({ review, onChanged, reload }: Props) {
  const { tale, tale_id, by, reason, state, counts, created_at, current, changes } = review;
  const [note, setNote] = useState(review.note);
  const { isBusy, decide } = useDeciding(review, { note, onChanged, reload });
  const isDecidable = state !== 'withdrawn' && current !== null;
  const open = changes.flatMap((change, index) => (change.state === 'open' ? [{ ...change, index }] : []));
  const acceptable = open.filter(({ fit }) => fit !== 'conflict');
  return (
    <article className="review">
      <div className="panel-head">
        <h2>
          <bdi>{tale.title}</bdi>
        </h2>
        <SuggestionBadge state={state} counts={counts} />
      </div>
      <p className="letter-facts figures">
        {formatLocalTime(created_at)} · by <bdi>{by ?? 'a former user'}</bdi>
        {tale.slug === null ? null : (
          <>
            {' · '}
            <a className="link" href={urls.tale(tale.slug)}>
              View tale
            </a>
          </>
        )}
        {tale_id === null ? null : (
          <>
            {' · '}
            <a className="link" href={urls.manageTale(tale_id)}>
              Edit tale
            </a>
          </>
        )}
      </p>
      <p className="letter-text" dir="auto">
        {reason}
      </p>
      {current === null ? (
        <Alert title="The tale has been deleted">Changes can no longer be accepted. The reader can still read the suggestion.</Alert>
      ) : null}
      {state === 'withdrawn' ? <Alert title="Withdrawn by the reader">Nothing is left to decide.</Alert> : null}
      {isDecidable && open.length > 0 ? (
        <div className="review-all">
          <button
            type="button"
            className="btn btn-solid"
            aria-disabled={isBusy || acceptable.length === 0 || undefined}
            onClick={() => void decide(acceptable.map(({ index }) => ({ change: index, action: 'accept' })))}
          >
            Accept all
          </button>
          <button
            type="button"
            className="btn btn-line"
            aria-disabled={isBusy || undefined}
            onClick={() => void decide(open.map(({ index }) => ({ change: index, action: 'reject' })))}
          >
            Reject all
          </button>
          {acceptable.length === open.length ? null : (
            <span className="hint">Passages that have changed are left open; decide about them one by one.</span>
          )}
        </div>
      ) : null}
      <ReviewText review={review} isBusy={isBusy} decide={isDecidable ? decide : null} />
      {isDecidable && open.length > 0 ? (
        <div className="desk-form">
          <AreaField
            label="Note to the reader (optional)"
            hint="Sent with the outcome by email, when all changes are decided."
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={setNote}
          />
        </div>
      ) : review.note === '' ? null : (
        <p className="letter-facts" dir="auto">
          <b>Note to the reader:</b> {review.note}
        </p>
      )}
    </article>
  );
}

type TextProps = { review: Review; isBusy: boolean; decide: Decide | null };

/** The text of the tale with the changes in their places. Long unchanged parts are folded. */
function ReviewText({ review: { current, changes }, isBusy, decide }: TextProps) {
  const blocks = current === null ? [] : blocksOf('content', current.content);
  const parts: ReactNode[] = [];
  let place = 0;
  for (const [index, change] of changes.entries()) {
    const isText = change.field === 'content';
    if (isText && change.from > place)
      parts.push(<Unchanged key={`before ${index}`} blocks={blocks.slice(place, change.from)} lang={current?.language} />);
    if (isText) place = Math.max(place, change.to);
    const passage = isText ? blocks.slice(change.from, change.to) : [current?.[change.field] ?? ''];
    parts.push(
      <ReviewChange
        key={`change ${index}`}
        {...{ change, index, passage, isBusy, decide, version: current?.version }}
        label={`${FIELD_LABELS[change.field]}, change ${index + 1} of ${changes.length}`}
        lang={current?.language}
      />,
    );
  }
  if (place < blocks.length) parts.push(<Unchanged key="rest" blocks={blocks.slice(place)} lang={current?.language} />);
  return <div className="review-text">{parts}</div>;
}

/** Unchanged blocks shown beside a change; longer runs are folded. */
const CONTEXT_BLOCKS = 2;

function Unchanged({ blocks, lang }: { blocks: readonly string[]; lang: string | undefined }) {
  const text = (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
    <div className="prose review-context" lang={lang} dangerouslySetInnerHTML={{ __html: blocks.join('') }} />
  );
  if (blocks.length <= CONTEXT_BLOCKS) return text;
  return (
    <details className="review-fold">
      <summary>
        {blocks.length} unchanged paragraphs <Icon name="down" className="fold-turn" />
      </summary>
      {text}
    </details>
  );
}

type DecidingDeps = { note: string } & Pick<Props, 'onChanged' | 'reload'>;

/** Sends decisions, with toasts for success and failure. */
function useDeciding({ id, note: stored }: Review, { note, onChanged, reload }: DecidingDeps) {
  const [isBusy, setBusy] = useState(false);

  const decide: Decide = async (decisions, version) => {
    if (isBusy || decisions.length === 0) return false;
    setBusy(true);
    try {
      const body = { decisions, ...(note !== stored && { note }), ...(version !== undefined && { version }) };
      const review = await apiRequest<Review>('POST', `/admin/suggestions/${id}/decisions`, body);
      await onChanged(review);
      void toast(describeOutcome(review));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [problem = error.message] = Object.values(error.fields).flat();
      void toast({ title: 'Error saving the decision', text: problem, wrong: true });
      if (error.status === 409 || error.status === 412) reload();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, decide };
}

function describeOutcome({ state, counts }: Review): { title: string; text: string } {
  if (state === 'decided') return { title: 'Suggestion decided', text: 'The reader gets an email with the outcome.' };
  return { title: 'Decision saved', text: counts.open === 1 ? '1 change is still open.' : `${counts.open} changes are still open.` };
}
