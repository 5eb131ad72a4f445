import { useState } from 'react';
import { urls } from '#src/urls.ts';
import type { ManagedIssue } from '../contract.ts';

const SHOWN = { paper: 'By day', night: 'By night', text: 'As text' };
type Shown = keyof typeof SHOWN;

/** The mail as readers get it, in a frame in which nothing runs. */
export function IssuePreview({ issue: { id, version } }: { issue: Pick<ManagedIssue, 'id' | 'version'> }) {
  const [shown, setShown] = useState<Shown>('paper');
  const query = shown === 'text' ? 'form=text' : `theme=${shown}`;
  const address = `${urls.api(`/admin/newsletter/issues/${id}/preview`)}?${query}`;
  return (
    <div className="issue-preview">
      <fieldset>
        <legend className="visually-hidden">Show the preview</legend>
        {(Object.keys(SHOWN) as Shown[]).map((each) => (
          <label key={each} className="check">
            <input type="radio" name="letter-preview" checked={shown === each} onChange={() => setShown(each)} />
            {SHOWN[each]}
          </label>
        ))}
      </fieldset>
      <iframe key={`${version} ${shown}`} title="The letter as its readers get it" src={address} sandbox="" />
    </div>
  );
}
