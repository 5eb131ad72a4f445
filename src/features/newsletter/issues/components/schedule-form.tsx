import { type FormEvent, useState } from 'react';
import { match } from '#src/admin-ui/record.tsx';
import { NewerNote, useTaggedValues } from '#src/admin-ui/record-form.tsx';
import { SelectField } from '#src/admin-ui/text-fields.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { toast } from '#src/ui/toast.ts';
import type { NewsletterOverview, Schedule } from '../contract.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (name, at) => [String(at + 1), name] as const,
);
const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const);

type Props = { schedule: Schedule; onSaved: () => Promise<void> };

/** Form of the schedule. Its values survive a conflict with another editor. */
export function ScheduleForm({ schedule, onSaved }: Props) {
  const { values, tag, set, rebase, newer } = useTaggedValues(schedule);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { is_on, weekday, hour, time_zone } = values;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    try {
      const saved = await apiRequest<Schedule>('PUT', '/admin/newsletter/schedule', { is_on, weekday, hour, time_zone }, match(tag));
      rebase(saved);
      await onSaved();
      void toast({
        title: 'Schedule saved',
        text: saved.is_on ? 'The draft moves to the new time.' : 'Issues are no longer sent automatically.',
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(await failureText(error));
    } finally {
      setBusy(false);
    }
  }

  /** After a conflict, loads the new tag, so that saving again overwrites the other change. */
  async function failureText(error: ApiError): Promise<string> {
    if (error.code !== 'changed_since') return error.message;
    const desk = await apiRequest<NewsletterOverview>('GET', '/admin/newsletter').catch(() => null);
    if (desk === null) return error.message;
    rebase(desk.schedule);
    const { weekday: day, hour: at, time_zone: place, is_on: isOn } = desk.schedule;
    const theirs = isOn ? `${WEEKDAYS[day - 1]?.[1]}, ${HOURS[at]?.[1]}, ${place}` : 'off';
    return `Someone else changed the schedule to: ${theirs}. Your version is shown. Save again to overwrite theirs.`;
  }

  return (
    <form className="desk-form schedule-form" onSubmit={(event) => void save(event)}>
      <h2>Schedule</h2>
      {failure === '' ? null : <Alert title={failure} wrong />}
      <label className="check">
        <input type="checkbox" checked={is_on} onChange={(event) => set({ is_on: event.target.checked })} />
        Send an issue every week
      </label>
      <div className="two">
        <SelectField label="Day" value={String(weekday)} options={WEEKDAYS} onChange={(value) => set({ weekday: Number(value) })} />
        <SelectField label="Hour" value={String(hour)} options={HOURS} onChange={(value) => set({ hour: Number(value) })} />
      </div>
      <SelectField
        label="Time zone"
        hint="Issues are composed three days before. Skipped when there are no new tales."
        value={time_zone}
        options={timeZoneOptions(time_zone)}
        onChange={(value) => set({ time_zone: value })}
      />
      <BusyButton className="btn btn-line" isBusy={isBusy} busyText="Saving...">
        Save schedule
      </BusyButton>
      <NewerNote newer={isBusy ? null : newer} />
    </form>
  );
}

function timeZoneOptions(own: string): (readonly [string, string])[] {
  const zones = new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((zone) => [zone, zone.replaceAll('_', ' ')]);
}
