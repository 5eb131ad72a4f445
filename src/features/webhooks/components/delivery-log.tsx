import { useState } from 'react';
import { AdminTable, RowTitle, StatusBadge } from '#src/admin-ui/admin-table.tsx';
import { PagedList, useLivePages, usePagedList } from '#src/admin-ui/paged-list.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { formatLocalTime } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import type { Webhook, WebhookDelivery, WebhookDeliveryPage } from '../contract.ts';

type Props = { webhook: Webhook; onChanged: () => Promise<void> };

/** The deliveries of a webhook, newest first. */
export function DeliveryLog({ webhook, onChanged }: Props) {
  const [status, setStatus] = useState('');
  const path = `/webhooks/${webhook.id}/deliveries`;
  const query = usePagedList<WebhookDeliveryPage>(path, status === '' ? {} : { status }, { isLive: true });
  const live = useLivePages('webhooks', query, (page) => page.deliveries);
  const deliveries = live.rows;

  async function redeliver({ id, type }: WebhookDelivery): Promise<void> {
    try {
      await apiRequest('POST', `/admin${path}/${id}/redeliver`);
      await onChanged();
      void toast({ title: 'Event queued', text: `${type} is sent again.` });
    } catch (error) {
      void toast({ title: 'Error redelivering event', text: error instanceof Error ? error.message : '', wrong: true });
    }
  }

  return (
    <section className="webhook-log" aria-labelledby="webhook-log">
      <div className="webhook-log-head">
        <h3 id="webhook-log" className="desk-part">
          Deliveries
        </h3>
        <select className="input select" aria-label="Status" value={status} onChange={(event) => setStatus(event.target.value)}>
          <option value="">All</option>
          {Object.entries(STATUSES).map(([value, { text }]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <button type="button" className="btn btn-line btn-sm" onClick={() => void onChanged()}>
          Refresh
        </button>
      </div>
      <PagedList
        live={live}
        isFiltered={status !== ''}
        query={query}
        count={deliveries.length}
        words={['delivery', 'deliveries']}
        loading="Loading deliveries..."
        empty={status === '' ? 'Nothing was sent in the last 30 days.' : 'No deliveries with this status.'}
        failed="Error loading deliveries"
      >
        <AdminTable
          className="table webhook-deliveries"
          rows={deliveries}
          columns={[
            { title: 'Event', cell: (delivery) => <DeliveryTitle delivery={delivery} /> },
            { title: 'Status', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
            {
              title: 'Actions',
              className: 'row-action',
              cell: (delivery) =>
                webhook.status === 'active' ? (
                  <button
                    type="button"
                    className="btn btn-line btn-sm"
                    aria-label={`${actionOf(delivery)} ${delivery.type} of ${formatLocalTime(delivery.occurred_at)}`}
                    onClick={() => void redeliver(delivery)}
                  >
                    {actionOf(delivery)}
                  </button>
                ) : null,
            },
          ]}
        />
      </PagedList>
    </section>
  );
}

const STATUSES = {
  waiting: { kind: 'amber', text: 'Waiting' },
  delivered: { kind: 'good', text: 'Delivered' },
  failed: { kind: 'rose', text: 'Failed' },
} as const;

function actionOf({ status }: WebhookDelivery): string {
  return status === 'waiting' ? 'Send now' : 'Redeliver';
}

function DeliveryTitle({ delivery: { id, type, data, occurred_at } }: { delivery: WebhookDelivery }) {
  const { title = data.subject } = data;
  return (
    <>
      <RowTitle note={formatLocalTime(occurred_at)}>{type}</RowTitle>
      {typeof title === 'string' ? <bdi>{title}</bdi> : null}
      <details className="webhook-data">
        <summary>Details</summary>
        <p>
          <code>{id}</code>
        </p>
        <pre>{JSON.stringify(data, null, 2)}</pre>
      </details>
    </>
  );
}

function DeliveryStatus({ delivery }: { delivery: WebhookDelivery }) {
  const { kind, text } = STATUSES[delivery.status];
  const { attempts, response_status, response_text, error, duration_ms, last_attempt_at, next_attempt_at } = delivery;
  const answer = response_status === null ? '' : `${response_status} in ${duration_ms} ms`;
  return (
    <>
      <span className="row-badges">
        <StatusBadge kind={kind}>{text}</StatusBadge>
      </span>
      <small className="figures">{[attempts === 1 ? '1 attempt' : `${attempts} attempts`, answer].filter(Boolean).join(', ')}</small>
      {last_attempt_at === null || attempts < 2 ? null : <small>Last attempt {formatLocalTime(last_attempt_at)}</small>}
      {next_attempt_at === null || attempts === 0 ? null : <small>Next attempt {formatLocalTime(next_attempt_at)}</small>}
      {error === '' ? null : <small>{error}</small>}
      {response_text === '' ? null : (
        <details className="webhook-data">
          <summary>Response</summary>
          <pre>{response_text}</pre>
        </details>
      )}
    </>
  );
}
