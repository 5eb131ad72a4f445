import type { Newsletter } from '#src/features/newsletter/contract.ts';
import { Alert } from '#src/ui/alert.tsx';

/** Letters are kept from the address, and why. A yes ends that. */
export function StoppedLetter({ reason, again }: { reason: NonNullable<Newsletter['stopped']>; again: () => void }) {
  return (
    <Alert title="No letter goes to this address" icon="mail">
      {reason === 'bounce'
        ? 'One came back to us: your mail program said that nobody is there. If it can take letters again, say yes once more.'
        : 'One was called unwanted in your mail program, so we stopped. If that was a slip, say yes once more.'}
      <p className="letter-again">
        <button type="button" className="btn btn-line" onClick={again}>
          Send me the letter again
        </button>
      </p>
    </Alert>
  );
}
