import { type ReactNode, useRef, useState } from 'react';
import { HeldNews, useHeldRecord } from '#src/admin-ui/record.tsx';
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

type Props = { review: Review; onChanged: (review: Review) => Promise<void>; reload: () => Promise<unknown> };

/** A suggestion in the current text of its tale, with the decisions about its changes. */
export function ReviewView({ review: latest, onChanged, reload }: Props) {
  const { shown: review, news, show, act } = useHeldRecord(latest, describeNews);
  const { tale, tale_id, by, reason, state, created_at, current, changes } = review;
  const heading = useRef<HTMLHeadingElement>(null);
  /** What was typed; null for nothing. */
  const [note, setNote] = useState<string | null>(null);
  const { isBusy, decide } = useDeciding(review, {
    note,
    onChanged: async (changed) => {
      await onChanged(changed);
      // Unless more was typed in the meantime.
      setNote((now) => (now === changed.note ? null : now));
    },
    reload,
    act,
  });
  const isDecidable = state !== 'withdrawn' && current !== null;
  const open = changes.flatMap((change, index) => (change.state === 'open' ? [{ ...change, index }] : []));
  const acceptable = open.filter(({ fit }) => fit !== 'conflict');
  return (
    <article className="review">
      <div className="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{tale.title}</bdi>
        </h2>
        <SuggestionBadge state={latest.state} counts={latest.counts} />
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
      <ReviewText review={review} isBusy={isBusy} decide={decide} isDecidable={isDecidable} />
      {(isDecidable && open.length > 0) || (note !== null && note !== review.note) ? (
        <div className="desk-form">
          <AreaField
            label="Note to the reader (optional)"
            hint="Sent with the outcome by email, when all changes are decided."
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            value={note ?? review.note}
            onChange={setNote}
          />
        </div>
      ) : review.note === '' ? null : (
        <p className="letter-facts" dir="auto">
          <b>Note to the reader:</b> {review.note}
        </p>
      )}
      <HeldNews
        news={news}
        onShow={() => {
          show();
          heading.current?.focus();
        }}
      />
    </article>
  );
}

function describeNews(held: Review, { state, note, changes, current }: Review): string | null {
  if (state !== held.state && state === 'withdrawn') return 'The reader withdrew this suggestion.';
  const decided = changes.filter((change, index) => change.state !== held.changes[index]?.state);
  const by = decided.find(({ decided_by: each }) => each !== null)?.decided_by ?? 'Somebody else';
  const count = decided.length === 1 ? '1 change' : `${decided.length} changes`;
  const news = [
    decided.length > 0 && `${by} decided about ${count}.`,
    note !== held.note && `Note to the reader: “${note}”`,
    decided.length === 0 &&
      current?.version !== held.current?.version &&
      (current === null ? 'The tale was deleted.' : 'The tale was changed.'),
  ].filter(Boolean);
  return news.length === 0 ? null : news.join(' ');
}

type TextProps = { review: Review; isBusy: boolean; decide: Decide; isDecidable: boolean };

/** The text of the tale with the changes in their places. Long unchanged parts are folded. */
function ReviewText({ review: { current, changes }, isBusy, decide, isDecidable }: TextProps) {
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
        {...{ change, index, passage, isBusy, decide, isDecidable, version: current?.version }}
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

type DecidingDeps = { note: string | null; act: <Result>(work: () => Promise<Result>) => Promise<Result> } & Pick<
  Props,
  'onChanged' | 'reload'
>;

/** Sends decisions, with toasts for success and failure. */
function useDeciding({ id, note: stored }: Review, { note, act, onChanged, reload }: DecidingDeps) {
  const [isBusy, setBusy] = useState(false);

  const decide: Decide = async (decisions, version) => (isBusy || decisions.length === 0 ? false : act(() => send(decisions, version)));
  const send: Decide = async (decisions, version) => {
    setBusy(true);
    try {
      const body = { decisions, ...(note !== null && note !== stored && { note }), ...(version !== undefined && { version }) };
      const review = await apiRequest<Review>('POST', `/admin/suggestions/${id}/decisions`, body);
      await onChanged(review);
      void toast(describeOutcome(review));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [problem = error.message] = Object.values(error.fields).flat();
      void toast({ title: 'Error saving the decision', text: problem, wrong: true });
      if (error.status === 409 || error.status === 412) await reload();
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
