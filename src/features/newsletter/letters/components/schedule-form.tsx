import { type FormEvent, useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { SelectField } from '#src/features/catalogue/components/text-fields.tsx';
import { match } from '#src/features/catalogue/components/use-record.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { toast } from '#src/ui/toast.ts';
import type { NewsletterDesk, Schedule } from '../contract.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (name, at) => [String(at + 1), name] as const,
);
const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const);

type Props = { schedule: Schedule; onSaved: () => Promise<void> };

/** When letters go. What is chosen stays until it is saved, also when somebody else was quicker. */
export function ScheduleForm({ schedule, onSaved }: Props) {
  const [values, setValues] = useState(schedule);
  const [tag, setTag] = useState(schedule.tag);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { is_on, weekday, hour, time_zone } = values;
  const set = (change: Partial<Schedule>) => setValues({ ...values, ...change });

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    try {
      const kept = await send<Schedule>('PUT', '/admin/newsletter/schedule', { is_on, weekday, hour, time_zone }, match(tag));
      setTag(kept.tag);
      await onSaved();
      void toast({
        title: 'Schedule saved',
        text: kept.is_on ? 'A letter that is being prepared moves with it.' : 'No letter goes by itself now.',
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setFailure(await failureText(error));
    } finally {
      setBusy(false);
    }
  }

  /** After a refusal for somebody else's change, what is chosen here can be saved over it. */
  async function failureText(error: Refused): Promise<string> {
    if (error.code !== 'changed_since') return error.message;
    const desk = await send<NewsletterDesk>('GET', '/admin/newsletter').catch(() => null);
    if (desk === null) return error.message;
    setTag(desk.schedule.tag);
    const { weekday: day, hour: at, time_zone: place, is_on: isOn } = desk.schedule;
    const theirs = isOn ? `${WEEKDAYS[day - 1]?.[1]}, ${HOURS[at]?.[1]}, ${place}` : 'no letters';
    return `Somebody else has changed it meanwhile, to: ${theirs}. Here you see yours: save again to have it so.`;
  }

  return (
    <form className="desk-form schedule-form" onSubmit={(event) => void save(event)}>
      <h2>When it goes</h2>
      {failure === '' ? null : <Alert title={failure} wrong />}
      <label className="check">
        <input type="checkbox" checked={is_on} onChange={(event) => set({ is_on: event.target.checked })} />A letter goes every week
      </label>
      <div className="two">
        <SelectField label="Day" value={String(weekday)} options={WEEKDAYS} onChange={(value) => set({ weekday: Number(value) })} />
        <SelectField label="Hour" value={String(hour)} options={HOURS} onChange={(value) => set({ hour: Number(value) })} />
      </div>
      <SelectField
        label="By the clock of"
        hint="It is composed three days before. Without a new tale since the last one, none goes."
        value={time_zone}
        options={zonesWith(time_zone)}
        onChange={(value) => set({ time_zone: value })}
      />
      <BusyButton className="btn btn-line" isBusy={isBusy} busyText="Saving...">
        Save the schedule
      </BusyButton>
    </form>
  );
}

function zonesWith(own: string): (readonly [string, string])[] {
  const zones = new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((zone) => [zone, zone.replaceAll('_', ' ')]);
}
