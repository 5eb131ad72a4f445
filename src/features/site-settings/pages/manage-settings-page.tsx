import { type FormEvent, type ReactNode, useState } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { match, RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { NewerNote, useTaggedValues } from '#src/admin-ui/record-form.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { SiteSettings } from '../contract.ts';

const PATH = '/site-settings';

type Props = {
  /** Takes over the saved name, '' for the default. */
  onRenamed: (name: string) => void;
  children: ReactNode;
};

/** The settings of the site, and `children` below them. */
export function ManageSettingsPage({ onRenamed, children }: Props) {
  const query = useRecord<SiteSettings>(PATH, { changes: 'settings' });
  const keep = useStoreRecord();
  return (
    <AdminFrame title="Site settings" lede="Name and rules of the whole site" path={urls.manageSettings()}>
      <RecordNote query={query} loading="Loading settings..." gone="The settings were not found.">
        {(settings) => (
          <SettingsForm
            settings={settings}
            onSaved={(saved) => {
              keep(PATH, saved);
              onRenamed(saved.name);
            }}
          />
        )}
      </RecordNote>
      {children}
    </AdminFrame>
  );
}

function SettingsForm({ settings, onSaved }: { settings: SiteSettings; onSaved: (saved: SiteSettings) => void }) {
  const { values, tag, set, restart, newer } = useTaggedValues(settings);
  const { publish_requires_source, allows_suggestions, readers_may_submit, name } = values;
  const [failure, setFailure] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    setProblems([]);
    try {
      const body = { publish_requires_source, allows_suggestions, readers_may_submit, name };
      const saved = await apiRequest<SiteSettings>('PUT', `/admin${PATH}`, body, match(tag));
      restart(saved);
      onSaved(saved);
      void toast({ title: 'Settings saved', text: 'They apply from now on.' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      setProblems(error.fields.name ?? []);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="desk-form form-rows" onSubmit={(event) => void save(event)}>
      {failure === '' ? null : (
        <Alert title="The settings were not saved" wrong>
          {failure}
        </Alert>
      )}
      <h2>General</h2>
      <Field
        name="name"
        label="Site name"
        hint="Shown in the top bar, page titles, emails, feeds and e-books. At most 40 characters. Leave empty for Talewood."
        placeholder="Talewood"
        dir="auto"
        value={name}
        problems={problems}
        onChange={(event) => set({ name: event.target.value })}
      />
      <h2>Publishing</h2>
      <CheckField
        id="publish-requires-source"
        label="Require source and rights to publish a tale"
        hint="A tale then needs a source (or “Retold from”) and rights before it can be published or scheduled. Published tales are not affected."
        isChecked={publish_requires_source}
        onChange={(isChecked) => set({ publish_requires_source: isChecked })}
      />
      <h2>Suggested changes</h2>
      <CheckField
        id="allows-suggestions"
        label="Readers may suggest changes"
        hint="Logged-in readers find “Suggest a change” below every tale. Suggestions that were already sent stay."
        isChecked={allows_suggestions}
        onChange={(isChecked) => set({ allows_suggestions: isChecked })}
      />
      <h2>Submissions</h2>
      <CheckField
        id="readers-may-submit"
        label="Readers may submit tales"
        hint="Everyone with an account can then write tales and submit them for review. Contributors, translators and editors always can."
        isChecked={readers_may_submit}
        onChange={(isChecked) => set({ readers_may_submit: isChecked })}
      />
      <div>
        <BusyButton className="btn btn-solid" isBusy={isBusy} busyText="Saving...">
          Save
        </BusyButton>
      </div>
      <NewerNote newer={isBusy ? null : newer} />
    </form>
  );
}

type CheckProps = { id: string; label: string; hint: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

/** A checkbox with a hint. */
function CheckField({ id, label, hint, isChecked, onChange }: CheckProps) {
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" checked={isChecked} aria-describedby={id} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
      <p className="hint" id={id}>
        {hint}
      </p>
    </div>
  );
}
