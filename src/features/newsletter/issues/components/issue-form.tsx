import { useEffect, useState } from 'react';
import { ActionDialog } from '#src/admin-ui/action-dialog.tsx';
import { match } from '#src/admin-ui/record.tsx';
import { FormFrame, useRecordForm } from '#src/admin-ui/record-form.tsx';
import { AreaField, LineField } from '#src/admin-ui/text-fields.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import type { TaleOption } from '#src/features/tales/contract.ts';
import { fromDateTimeLocal, toDateTimeLocal } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { IssuePartKind, ManagedIssue, NewsletterOverview } from '../contract.ts';
import { IssueParts } from './issue-parts.tsx';
import { formatIssueDay, formatReaders } from './issue-text.ts';

const PREVIEW_MODES = { paper: 'Light', night: 'Dark', text: 'Text' };

const ISSUE_LABELS: Record<keyof IssueValues, string> = {
  subject: 'Subject',
  opening: 'Opening',
  send_at: 'Send at',
  parts: 'Tales',
};

type Props = {
  issue: ManagedIssue;
  schedule: NewsletterOverview['schedule'];
  hasMailServer: boolean;
  /** Called with the issue once it has unsaved changes, and with null when it has none. */
  onTyped: (issue: ManagedIssue | null) => void;
  onSaved: (issue: ManagedIssue) => void;
  /** Reloads everything after an action. */
  onDone: () => Promise<void>;
};

/** Form of the draft: content, tales and sending time. */
export function IssueForm({ issue, schedule, hasMailServer, onTyped, onSaved, onDone }: Props) {
  const form = useRecordForm<IssueValues, ManagedIssue>({
    saved: issue,
    toValues: issueValues,
    path: '/admin/newsletter/issues',
    toBody: issueBody,
    onSaved,
    noun: 'issue',
    labels: ISSUE_LABELS,
  });
  const [action, setAction] = useState<IssueAction | null>(null);
  const { field, values, problems, set } = form;
  const saved = form.saved ?? issue;
  const typed = form.frame.isDirty ? form.saved : null;
  useEffect(() => onTyped(typed), [typed, onTyped]);
  return (
    <>
      <FormFrame
        {...form.frame}
        title={formatIssueDay(saved.issue_date)}
        foot={<IssueActions issue={saved} isDirty={form.frame.isDirty} hasMailServer={hasMailServer} onSelect={setAction} />}
      >
        <LineField {...field('subject')} maxLength={150} required />
        <AreaField
          {...field('opening')}
          rows={4}
          maxLength={2_000}
          hint="Optional. Shown above the tales. A blank line starts a new paragraph."
        />
        <LineField {...field('send_at')} type="datetime-local" hint={zoneHint(saved.send_at, schedule.time_zone)} />
        <IssueParts parts={values.parts} problems={problems.parts} onChange={(parts) => set({ parts })} />
      </FormFrame>
      {action === null ? null : <IssueDialog action={action} issue={saved} onDone={onDone} onCancel={() => setAction(null)} />}
    </>
  );
}

/** Hint for the time field, which uses the editor's time zone, not that of the schedule. */
function zoneHint(sendAt: string, timeZone: string): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (own === timeZone) return `Time zone: ${timeZone}.`;
  const localTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(sendAt));
  return `In your time zone. The saved time is ${localTime} in ${timeZone}.`;
}

/** A tale of the issue; `id` is the tale's. */
export type PartValue = { id: string; kind: IssuePartKind; note: string; tale: TaleOption };

/** Values of the form fields. `send_at`: local time of the editor, as in a datetime-local field. */
type IssueValues = { subject: string; opening: string; send_at: string; parts: PartValue[] };

function issueValues(issue: ManagedIssue | null): IssueValues {
  const { subject = '', opening = '', send_at = '', parts = [] } = issue ?? {};
  return {
    subject,
    opening,
    send_at: toDateTimeLocal(send_at),
    parts: parts.map(({ kind, note, tale }) => ({ id: tale.id, kind, note, tale })),
  };
}

/** Returns the values as the API expects them. */
function issueBody({ parts, send_at, ...rest }: Partial<IssueValues>): Record<string, unknown> {
  return {
    ...rest,
    ...(send_at !== undefined && { send_at: fromDateTimeLocal(send_at) }),
    ...(parts !== undefined && { parts: parts.map(({ id, kind, note }) => ({ taleId: id, kind, note })) }),
  };
}

type ActionsProps = { issue: ManagedIssue; isDirty: boolean; hasMailServer: boolean; onSelect: (action: IssueAction) => void };

/** Actions on the saved draft. */
function IssueActions({ issue, isDirty, hasMailServer, onSelect }: ActionsProps) {
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
type IssueAction = 'send' | 'skip' | 'compose';

type DialogProps = { action: IssueAction; issue: ManagedIssue; onDone: () => Promise<void>; onCancel: () => void };

/** Asks for confirmation. Must not be rendered inside the form of the issue, as nested forms would submit both. */
function IssueDialog({ action, issue, onDone, onCancel }: DialogProps) {
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
