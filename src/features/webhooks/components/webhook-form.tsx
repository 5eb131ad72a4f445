import { useId } from 'react';
import { FormFrame, useRecordForm } from '#src/admin-ui/record-form.tsx';
import { LineField } from '#src/admin-ui/text-fields.tsx';
import type { Webhook, WebhookWithSecret } from '../contract.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '../event-types.ts';
import { hostOf } from './webhook-status.tsx';

type Props = {
  webhook: Webhook | null;
  /** Gets the secret of a new webhook. */
  onSaved: (webhook: Webhook | WebhookWithSecret) => void;
};

/** Form of a webhook. */
export function WebhookForm({ webhook, onSaved }: Props) {
  const form = useRecordForm<WebhookValues, Webhook>({
    saved: webhook,
    toValues: webhookValues,
    path: '/admin/webhooks',
    toBody: (values) => values,
    onSaved,
    noun: 'webhook',
    labels: LABELS,
  });
  const { field, values, problems, set, saved } = form;
  return (
    <FormFrame {...form.frame} title={saved === null ? 'Create New Webhook' : saved.description || hostOf(saved)}>
      <LineField
        {...field('url')}
        maxLength={2000}
        required
        autoFocus={saved === null}
        hint="Events are posted to it. It must start with https://."
      />
      <LineField {...field('description')} maxLength={200} hint="Shown in the list instead of the host" />
      <EventFields chosen={values.events} problems={problems.events} onChange={(events) => set({ events })} />
    </FormFrame>
  );
}

type EventsProps = { chosen: readonly string[]; problems: readonly string[] | undefined; onChange: (events: string[]) => void };

function EventFields({ chosen, problems = [], onChange }: EventsProps) {
  const id = useId();
  return (
    <fieldset className="field webhook-events" aria-describedby={problems.length > 0 ? id : undefined}>
      <legend className="label">{LABELS.events}</legend>
      {WEBHOOK_EVENT_TYPES.map((type, index) => (
        <label className="check" key={type}>
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            aria-invalid={(index === 0 && problems.length > 0) || undefined}
            onChange={(event) =>
              onChange(WEBHOOK_EVENT_TYPES.filter((each) => (each === type ? event.target.checked : chosen.includes(each))))
            }
          />
          <span>
            {WEBHOOK_EVENTS[type].label} <code>{type}</code>
          </span>
        </label>
      ))}
      {problems.map((problem) => (
        <p key={problem} id={id} className="field-wrong">
          {problem}
        </p>
      ))}
    </fieldset>
  );
}

type WebhookValues = { url: string; description: string; events: string[] };

const LABELS: Record<keyof WebhookValues, string> = { url: 'URL', description: 'Description', events: 'Events' };

function webhookValues(webhook: Webhook | null): WebhookValues {
  const { url = '', description = '', events = WEBHOOK_EVENT_TYPES } = webhook ?? {};
  return { url, description, events: [...events] };
}
