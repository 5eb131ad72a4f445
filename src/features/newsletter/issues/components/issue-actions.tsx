import { useState } from 'react';
import { ActionDialog } from '#src/admin-ui/action-dialog.tsx';
import { match } from '#src/admin-ui/record.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { ManagedIssue } from '../contract.ts';
import { formatIssueDay, formatReaders } from './issue-text.ts';

type ActionsProps = { issue: ManagedIssue; isDirty: boolean; hasMailServer: boolean; onSelect: (action: IssueAction) => void };

/** Actions on the saved draft. */
export function IssueActions({ issue, isDirty, hasMailServer, onSelect }: ActionsProps) {
  const [isShown, setShown] = useState(false);
  const [isTesting, setTesting] = useState(false);

  async function test(): Promise<void> {
    setTesting(true);
    try {
      const { to } = await apiRequest<{ to: string }>('POST', `/admin/newsletter/issues/${issue.id}/test`);
      void toast({ title: 'Test email sent', text: `It is on its way to ${to}.` });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void toast({ title: 'Test email not sent', text: error.message, wrong: true });
    } finally {
      setTesting(false);
    }
  }

  const button = (name: string, isIdle: boolean, onClick: () => void, className = 'btn btn-quiet') => (
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
      {isDirty ? <p className="hint issue-hint">Save or undo your changes first.</p> : null}
      {button(isShown ? 'Close preview' : 'Preview', isDirty && !isShown, () => setShown(!isShown))}
      {button(isTesting ? 'Sending...' : 'Send test email', isDirty || isTesting || !hasMailServer, () => void test())}
      {button('Send now...', isDirty || !hasMailServer || !hasTales, () => onSelect('send'))}
      {button('Recompose...', isDirty, () => onSelect('compose'))}
      {button('Skip this issue...', isDirty, () => onSelect('skip'), 'btn btn-quiet is-danger')}
      {isShown ? <IssuePreview issue={issue} /> : null}
    </>
  );
}

/** Actions that need confirmation. */
export type IssueAction = 'send' | 'skip' | 'compose';

type DialogProps = { action: IssueAction; issue: ManagedIssue; onDone: () => Promise<void>; onCancel: () => void };

/** Asks for confirmation. Must not be rendered inside the form of the issue, as nested forms would submit both. */
export function IssueDialog({ action, issue, onDone, onCancel }: DialogProps) {
  async function runAction(): Promise<void> {
    const path = `/admin/newsletter/issues/${issue.id}/${action}`;
    const answer = await apiRequest<{ readers?: number } | undefined>('POST', path, undefined, match(issue.version));
    onCancel();
    await onDone();
    void toast(successText(action, answer?.readers ?? 0));
  }
  return <ActionDialog {...confirmText(action, issue)} onConfirm={runAction} onCancel={onCancel} />;
}

function confirmText(action: IssueAction, { issue_date, readers }: ManagedIssue): { title: string; confirm: string; text: string } {
  if (action === 'send')
    return {
      title: `Send to ${formatReaders(readers)} now?`,
      confirm: 'Send now',
      text: 'The issue is sent immediately and published on the site. This action cannot be undone.',
    };
  if (action === 'skip')
    return {
      title: 'Skip this issue?',
      confirm: 'Skip',
      text: `The issue of ${formatIssueDay(issue_date)} is not sent, and its changes are discarded. The next one follows the schedule.`,
    };
  return {
    title: 'Recompose this issue?',
    confirm: 'Recompose',
    text: 'Your changes to subject, opening and tales are lost. The latest tales are included.',
  };
}

function successText(action: IssueAction, readers: number): { title: string; text: string } {
  if (action === 'send') return { title: 'Sending started', text: `The issue is on its way to ${formatReaders(readers)}.` };
  if (action === 'skip') return { title: 'Issue skipped', text: 'The next one follows the schedule.' };
  return { title: 'Issue recomposed', text: 'It now includes the latest tales.' };
}

const PREVIEW_MODES = { paper: 'Light', night: 'Dark', text: 'Text' };
type PreviewMode = keyof typeof PREVIEW_MODES;

/** Preview of the email in a sandboxed frame. */
function IssuePreview({ issue: { id, version } }: { issue: Pick<ManagedIssue, 'id' | 'version'> }) {
  const [shown, setShown] = useState<PreviewMode>('paper');
  const query = shown === 'text' ? 'form=text' : `theme=${shown}`;
  const address = `${urls.api(`/admin/newsletter/issues/${id}/preview`)}?${query}`;
  return (
    <div className="issue-preview">
      <fieldset>
        <legend className="visually-hidden">Preview mode</legend>
        {(Object.keys(PREVIEW_MODES) as PreviewMode[]).map((each) => (
          <label key={each} className="check">
            <input type="radio" name="letter-preview" checked={shown === each} onChange={() => setShown(each)} />
            {PREVIEW_MODES[each]}
          </label>
        ))}
      </fieldset>
      <iframe key={`${version} ${shown}`} title="Issue preview" src={address} sandbox="" />
    </div>
  );
}
