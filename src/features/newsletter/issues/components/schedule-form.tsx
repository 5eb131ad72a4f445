import { useRef } from 'react';
import { useTaggedForm } from '#src/admin-ui/merge-changes.ts';
import { TaggedFormEnd } from '#src/admin-ui/record-form.tsx';
import { SelectField } from '#src/admin-ui/text-fields.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { toast } from '#src/ui/toast.ts';
import type { NewsletterOverview, Schedule } from '../contract.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (name, at) => [String(at + 1), name] as const,
);
const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const);

type Props = { schedule: Schedule; onSaved: () => Promise<void> };

const LABELS: Record<keyof Schedule, string> = {
  is_on: 'Send an issue every week',
  weekday: 'Day',
  hour: 'Hour',
  time_zone: 'Time zone',
  tag: '',
};

/** Form of the schedule. Its values survive a conflict with another editor. */
export function ScheduleForm({ schedule, onSaved }: Props) {
  const { values, set, submit, form } = useTaggedForm({
    saved: schedule,
    path: '/admin/newsletter/schedule',
    load: async () => (await apiRequest<NewsletterOverview>('GET', '/admin/newsletter')).schedule,
    onSaved: async ({ is_on: isOn }) => {
      await onSaved();
      const text = isOn ? 'The draft moves to the new time.' : 'Issues are no longer sent automatically.';
      void toast({ title: 'Schedule saved', text });
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const { is_on, weekday, hour, time_zone } = values;
  return (
    <form className="desk-form schedule-form" onSubmit={(event) => void submit(event)}>
      <h2 ref={heading} tabIndex={-1}>
        Schedule
      </h2>
      <label className="check">
        <input type="checkbox" checked={is_on} onChange={(event) => set({ is_on: event.target.checked })} />
        {LABELS.is_on}
      </label>
      <div className="two">
        <SelectField
          label={LABELS.weekday}
          value={String(weekday)}
          options={WEEKDAYS}
          onChange={(value) => set({ weekday: Number(value) })}
        />
        <SelectField label={LABELS.hour} value={String(hour)} options={HOURS} onChange={(value) => set({ hour: Number(value) })} />
      </div>
      <SelectField
        label={LABELS.time_zone}
        hint="Issues are composed three days before. Skipped when there are no new tales."
        value={time_zone}
        options={timeZoneOptions(time_zone)}
        onChange={(value) => set({ time_zone: value })}
      />
      <TaggedFormEnd form={form} heading={heading} labels={LABELS} className="btn btn-line" button="Save schedule" />
    </form>
  );
}

function timeZoneOptions(own: string): (readonly [string, string])[] {
  const zones = new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((zone) => [zone, zone.replaceAll('_', ' ')]);
}
