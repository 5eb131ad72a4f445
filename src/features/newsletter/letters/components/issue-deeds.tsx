import { useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { toast } from '#src/ui/toast.ts';
import type { ManagedIssue } from '../contract.ts';
import type { IssueDeed } from './issue-dialog.tsx';
import { IssuePreview } from './issue-preview.tsx';

type Props = { issue: ManagedIssue; isDirty: boolean; hasMailServer: boolean; onAsk: (deed: IssueDeed) => void };

/** What can be done with the letter as it is saved. */
export function IssueDeeds({ issue, isDirty, hasMailServer, onAsk }: Props) {
  const [isShown, setShown] = useState(false);
  const [isTesting, setTesting] = useState(false);

  async function test(): Promise<void> {
    setTesting(true);
    try {
      const { to } = await send<{ to: string }>('POST', `/admin/newsletter/issues/${issue.id}/test`);
      void toast({ title: 'A test is on its way', text: `It goes to ${to}.` });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      void toast({ title: 'The test was not sent', text: error.message, wrong: true });
    } finally {
      setTesting(false);
    }
  }

  const deed = (name: string, isIdle: boolean, onClick: () => void, className = 'btn btn-quiet') => (
    <button
      type="button"
      className={className}
      aria-disabled={isIdle || undefined}
      onClick={() => {
        if (!isIdle) onClick();
      }}
    >
      {name}
    </button>
  );
  const hasTales = issue.parts.length > 0;
  return (
    <>
      {isDirty ? <p className="hint issue-hint">What you have changed is not saved yet: save or undo it first.</p> : null}
      {deed(isShown ? 'Close the preview' : 'Preview', isDirty && !isShown, () => setShown(!isShown))}
      {deed(isTesting ? 'Sending...' : 'Send me a test', isDirty || isTesting || !hasMailServer, () => void test())}
      {deed('Send now...', isDirty || !hasMailServer || !hasTales, () => onAsk('send'))}
      {deed('Compose anew...', isDirty, () => onAsk('compose'))}
      {deed('Skip this week...', isDirty, () => onAsk('skip'), 'btn btn-quiet is-danger')}
      {isShown ? <IssuePreview issue={issue} /> : null}
    </>
  );
}
