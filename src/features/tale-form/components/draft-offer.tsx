import { useEffect, useRef } from 'react';
import { momentOf } from '#src/ui/when.ts';

type Props = { savedAt: string; isBusy: boolean; onContinue: () => void; onDiscard: () => void };

/** Words from before that were never saved: after a crash, or from another device. */
export function DraftOffer({ savedAt, isBusy, onContinue, onDiscard }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <section className="draft-offer" aria-labelledby="draft-offer-text">
      <p id="draft-offer-text">You have unsaved changes from {momentOf(savedAt)}</p>
      <div className="row-gap">
        <button type="button" className="btn btn-line btn-sm" aria-disabled={isBusy || undefined} onClick={onDiscard}>
          Discard
        </button>
        <button ref={first} type="button" className="btn btn-solid btn-sm" aria-disabled={isBusy || undefined} onClick={onContinue}>
          Continue
        </button>
      </div>
    </section>
  );
}
