import { type ReactNode, useRef } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { useTaggedForm } from '#src/admin-ui/merge-changes.ts';
import { RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { TaggedFormEnd } from '#src/admin-ui/record-form.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
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

const LABELS: Record<keyof SiteSettings, string> = {
  name: 'Site name',
  publish_requires_source: 'Require source and rights to publish a tale',
  allows_suggestions: 'Readers may suggest changes',
  readers_may_submit: 'Readers may submit tales',
  tag: '',
};

function SettingsForm({ settings, onSaved }: { settings: SiteSettings; onSaved: (saved: SiteSettings) => void }) {
  const { values, problems, set, submit, form } = useTaggedForm({
    saved: settings,
    path: `/admin${PATH}`,
    load: () => apiRequest<SiteSettings>('GET', `/admin${PATH}`),
    onSaved: (saved) => {
      onSaved(saved);
      void toast({ title: 'Settings saved', text: 'They apply from now on.' });
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const { publish_requires_source, allows_suggestions, readers_may_submit, name } = values;
  return (
    <form className="desk-form form-rows" onSubmit={(event) => void submit(event)}>
      <h2 ref={heading} tabIndex={-1}>
        General
      </h2>
      <Field
        name="name"
        label={LABELS.name}
        hint="Shown in the top bar, page titles, emails, feeds and e-books. At most 40 characters. Leave empty for Talewood."
        placeholder="Talewood"
        dir="auto"
        value={name}
        problems={problems.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <h2>Publishing</h2>
      <CheckField
        id="publish-requires-source"
        label={LABELS.publish_requires_source}
        hint="A tale then needs a source (or “Retold from”) and rights before it can be published or scheduled. Published tales are not affected."
        isChecked={publish_requires_source}
        onChange={(isChecked) => set({ publish_requires_source: isChecked })}
      />
      <h2>Suggested changes</h2>
      <CheckField
        id="allows-suggestions"
        label={LABELS.allows_suggestions}
        hint="Logged-in readers find “Suggest a change” below every tale. Suggestions that were already sent stay."
        isChecked={allows_suggestions}
        onChange={(isChecked) => set({ allows_suggestions: isChecked })}
      />
      <h2>Submissions</h2>
      <CheckField
        id="readers-may-submit"
        label={LABELS.readers_may_submit}
        hint="Everyone with an account can then write tales and submit them for review. Contributors, translators and editors always can."
        isChecked={readers_may_submit}
        onChange={(isChecked) => set({ readers_may_submit: isChecked })}
      />
      <TaggedFormEnd form={form} heading={heading} labels={LABELS} className="btn btn-solid" button="Save" />
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
