import { lazy, Suspense, useState } from 'react';
import { useFocusWhenLost } from '#src/admin-ui/record-layout.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import type { Review } from '../contract.ts';
import { ChangeBadge, ChangeDiff } from './change-view.tsx';

/** With the editor, which few decisions need. */
const PassageForm = lazy(async () => ({ default: (await import('./passage-form.tsx')).PassageForm }));

type Decision = { change: number; action: 'accept' | 'reject' | 'reopen'; content?: string };
/** Resolves to whether the decisions were saved. `version`: of the tale that was shown, for a passage written by hand. */
export type Decide = (decisions: readonly Decision[], version?: number) => Promise<boolean>;

type Props = {
  change: Review['changes'][number];
  index: number;
  label: string;
  /** The current blocks at its place. */
  passage: readonly string[];
  lang: string | undefined;
  version: number | undefined;
  isBusy: boolean;
  decide: Decide;
  isDecidable: boolean;
};

/** A change in its place, with its buttons. */
export function ReviewChange({ change, index, label, passage, lang, version, isBusy, decide, isDecidable }: Props) {
  const { state, fit, field, before, after, result, decided_by, decided_at } = change;
  const [isEditing, setEditing] = useState(false);
  // The pressed button disappears.
  const section = useFocusWhenLost<HTMLElement>(`${state} ${isEditing}`);
  const act = (action: Decision['action']) => void decide([{ change: index, action }]);
  const isOpen = state === 'open';
  const isConflict = fit === 'conflict';
  return (
    <section ref={section} tabIndex={-1} className={isOpen ? 'review-change is-open' : 'review-change'} aria-label={label}>
      <p className="suggested-change-head">
        <span className="label">{label}</span>
        {isOpen && fit === 'contained' ? <span className="badge">Already in the text</span> : null}
        {isOpen && isConflict ? (
          <span className="badge badge-amber">
            <i />
            Passage has changed
          </span>
        ) : null}
        {isOpen ? null : <ChangeBadge state={state} />}
      </p>
      <ChangeDiff {...{ field, before, after, lang }} />
      {result === null ? null : (
        <>
          <p className="hint">Accepted with this wording:</p>
          <ChangeDiff {...{ field, before, after: result, lang }} />
        </>
      )}
      {isOpen && isConflict ? <CurrentPassage {...{ field, passage, lang }} /> : null}
      {state === 'accepted' && fit !== 'contained' ? (
        <p className="hint">The text does not have this change any more. Reopen it to accept it again.</p>
      ) : null}
      {isOpen || decided_at === null ? null : (
        <p className="hint figures">
          {formatLocalTime(decided_at)}
          {decided_by === null ? null : (
            <>
              , <bdi>{decided_by}</bdi>
            </>
          )}
        </p>
      )}
      {/* What is being written stays, whatever others decide. */}
      {isEditing && version !== undefined ? (
        <Suspense fallback={<div className="editor-waiting" aria-busy="true" />}>
          <PassageForm
            {...{ field, passage, lang, isBusy, label }}
            onSave={async (content) => {
              if (await decide([{ change: index, action: 'accept', content }], version)) setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          />
        </Suspense>
      ) : !isDecidable ? null : (
        <div className="review-actions">
          {isOpen ? (
            <>
              {isConflict ? null : (
                <button type="button" className="btn btn-solid btn-sm" aria-disabled={isBusy || undefined} onClick={() => act('accept')}>
                  Accept
                </button>
              )}
              <button type="button" className="btn btn-line btn-sm" aria-disabled={isBusy || undefined} onClick={() => act('reject')}>
                Reject
              </button>
              {fit === 'contained' ? null : (
                <button type="button" className="btn btn-quiet btn-sm" onClick={() => setEditing(true)}>
                  Edit passage
                </button>
              )}
            </>
          ) : (
            <button type="button" className="btn btn-quiet btn-sm" aria-disabled={isBusy || undefined} onClick={() => act('reopen')}>
              Reopen
            </button>
          )}
        </div>
      )}
    </section>
  );
}

type PassageProps = Pick<Props, 'passage' | 'lang'> & { field: Props['change']['field'] };

/** The passage as it is now, beside a suggestion that no longer fits. */
function CurrentPassage({ field, passage, lang }: PassageProps) {
  return (
    <div className="review-current">
      <p className="label">Current passage</p>
      {passage.length === 0 ? (
        <p className="hint">The passage is no longer in the text.</p>
      ) : field === 'content' ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
        <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: passage.join('') }} />
      ) : (
        <p lang={lang} dir="auto">
          {passage[0]}
        </p>
      )}
    </div>
  );
}
