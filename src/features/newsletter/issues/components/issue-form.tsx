import { useState } from 'react';
import { FormFrame, useRecordForm } from '#src/admin-ui/record-form.tsx';
import { AreaField, LineField } from '#src/admin-ui/text-fields.tsx';
import type { ManagedIssue, NewsletterOverview } from '../contract.ts';
import { type IssueAction, IssueActions, IssueDialog } from './issue-actions.tsx';
import { IssueParts } from './issue-parts.tsx';
import { formatIssueDay } from './issue-text.ts';
import { ISSUE_LABELS, type IssueValues, issueBody, issueValues } from './issue-values.ts';

type Props = {
  issue: ManagedIssue;
  schedule: NewsletterOverview['schedule'];
  hasMailServer: boolean;
  onSaved: (issue: ManagedIssue) => void;
  /** Reloads everything after an action. */
  onDone: () => Promise<void>;
};

/** Form of the draft: content, tales and sending time. */
export function IssueForm({ issue, schedule, hasMailServer, onSaved, onDone }: Props) {
  const form = useRecordForm<IssueValues, ManagedIssue>({
    kept: issue,
    toValues: issueValues,
    path: '/admin/newsletter/issues',
    toBody: issueBody,
    onSaved,
    noun: 'issue',
    labels: ISSUE_LABELS,
  });
  const [action, setAction] = useState<IssueAction | null>(null);
  const { field, values, problems, set } = form;
  const saved = form.kept ?? issue;
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
