import { StatusBadge } from '#src/admin-ui/admin-table.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import type { Webhook } from '../contract.ts';

/** The host that a webhook sends to. */
export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}

const STATES = {
  active: { kind: 'good', text: 'Active' },
  failing: { kind: 'amber', text: 'Failing' },
  paused: { kind: undefined, text: 'Paused' },
  disabled: { kind: 'rose', text: 'Disabled' },
} as const;

export function WebhookBadge({ webhook: { status, failing_since } }: { webhook: Webhook }) {
  const { kind, text } = STATES[status === 'active' && failing_since !== null ? 'failing' : status];
  return <StatusBadge kind={kind}>{text}</StatusBadge>;
}

/** Describes the last delivery. */
export function lastDeliveryText({ last_delivery }: Webhook): string {
  if (last_delivery === null) return 'Nothing sent yet';
  const { status, at } = last_delivery;
  return `${status === 'delivered' ? 'Delivered' : 'Failed'} ${formatLocalTime(at)}`;
}

/** Explains the state of a webhook, and what to do; empty for one that works. */
export function explainStatus({ status, disabled_reason, failing_since, waiting, old_secret_expires_at }: Webhook): string[] {
  const events = waiting === 1 ? '1 event waits' : `${waiting} events wait`;
  return [
    ...(status === 'paused' ? [`Nothing is sent. ${events} until you resume it, for 30 days at most.`] : []),
    ...(disabled_reason === 'gone'
      ? ['The receiver answered that it is gone (410). Nothing is recorded or sent until you resume it.']
      : []),
    ...(disabled_reason === 'failing'
      ? [
          'Nothing could be delivered for three days. Nothing is recorded or sent until you resume it. Then redeliver the events that failed.',
        ]
      : []),
    ...(status === 'active' && failing_since !== null
      ? [`Nothing could be delivered since ${formatLocalTime(failing_since)}. ${events} for the next attempt.`]
      : []),
    ...(old_secret_expires_at === null ? [] : [`The previous secret is valid until ${formatLocalTime(old_secret_expires_at)}.`]),
  ];
}
