import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionDialog } from '#src/admin-ui/action-dialog.tsx';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import type { RecordPageProps } from '#src/admin-ui/paged-list.tsx';
import { deleteRecord, RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import { SecretPanel } from '#src/admin-ui/secret-panel.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { DeliveryLog } from '../components/delivery-log.tsx';
import { WebhookForm } from '../components/webhook-form.tsx';
import { explainStatus, hostOf, lastDeliveryText, WebhookBadge } from '../components/webhook-status.tsx';
import type { Webhook, WebhookDelivery, WebhookList, WebhookWithSecret } from '../contract.ts';

const PATH = '/webhooks';

/** All webhooks, and the one selected by `?id=` with its delivery log, or a form for a new one (`?mode=new`). */
export function ManageWebhooksPage({ search, go }: RecordPageProps) {
  const query = useRecord<WebhookList>(PATH, { changes: 'webhooks' });
  const store = useStoreRecord();
  const client = useQueryClient();
  const [fresh, setFresh] = useState<WebhookWithSecret | null>(null);
  const { id = '', mode } = search;
  const refresh = () => client.invalidateQueries({ queryKey: ['staff', PATH], exact: true });

  async function saved(webhook: Webhook | WebhookWithSecret): Promise<void> {
    if ('secret' in webhook) setFresh(webhook);
    store(`${PATH}/${webhook.id}`, webhook);
    await refresh();
    if (webhook.id !== id) go(urls.manageWebhooks(`id=${webhook.id}`));
  }

  async function deleted(): Promise<void> {
    void toast({ title: 'Webhook deleted', text: 'Nothing is sent to it any more.' });
    await refresh();
    go(urls.manageWebhooks());
  }

  return (
    <AdminFrame title="Webhooks" lede="Other applications are told when something is published or changes" path={urls.manageWebhooks()}>
      <RecordLayout
        title="Webhooks"
        add={{ name: 'New Webhook', href: urls.manageWebhooks('mode=new') }}
        none="Select a webhook or create a new one"
        list={
          <RecordNote query={query} loading="Loading webhooks..." gone="Could not load webhooks.">
            {({ webhooks }) => <WebhookRows webhooks={webhooks} selected={id} />}
          </RecordNote>
        }
        open={
          mode === 'new'
            ? {
                ...{ key: 'new', title: 'New webhook', back: urls.manageWebhooks() },
                body: <WebhookForm key="new" webhook={null} onSaved={(webhook) => void saved(webhook)} />,
              }
            : id === ''
              ? null
              : {
                  ...{ key: id, title: 'Webhook', back: urls.manageWebhooks() },
                  body: (
                    <OpenWebhook
                      key={id}
                      id={id}
                      fresh={fresh?.id === id ? fresh : null}
                      onCopied={() => setFresh(null)}
                      onSaved={saved}
                      onDeleted={() => void deleted()}
                    />
                  ),
                }
        }
      />
    </AdminFrame>
  );
}

function WebhookRows({ webhooks, selected }: { webhooks: Webhook[]; selected: string }) {
  if (webhooks.length === 0) return <p className="panel-note">No webhooks yet.</p>;
  return (
    <ul className="desk-rows">
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <a href={urls.manageWebhooks(`id=${webhook.id}`)} aria-current={webhook.id === selected ? 'true' : undefined}>
            <span>
              <b>
                <bdi>{webhook.description || hostOf(webhook)}</bdi>
              </b>
              <small>{lastDeliveryText(webhook)}</small>
            </span>
            <WebhookBadge webhook={webhook} />
          </a>
        </li>
      ))}
    </ul>
  );
}

type OpenProps = {
  id: string;
  /** The webhook with its new secret. */
  fresh: WebhookWithSecret | null;
  onCopied: () => void;
  onSaved: (webhook: Webhook | WebhookWithSecret) => Promise<void>;
  onDeleted: () => void;
};

function OpenWebhook({ id, fresh, onCopied, onSaved, onDeleted }: OpenProps) {
  const path = `${PATH}/${encodeURIComponent(id)}`;
  const record = useRecord<Webhook>(path, { changes: 'webhooks', id });
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'rotate' | 'delete' | null>(null);
  const [isTesting, setTesting] = useState(false);
  const reload = async () => {
    await Promise.all(
      [PATH, path, `${path}/deliveries`].map((each) => client.invalidateQueries({ queryKey: ['staff', each], exact: each === PATH })),
    );
  };

  async function test(): Promise<void> {
    if (isTesting) return;
    setTesting(true);
    try {
      const { status, error, response_status } = await apiRequest<WebhookDelivery>('POST', `/admin${path}/test`);
      await reload();
      void toast(
        status === 'delivered'
          ? { title: 'Test delivered', text: `The receiver answered ${response_status}.` }
          : { title: 'Test failed', text: error, wrong: true },
      );
    } catch (error) {
      void toast({ title: 'Error testing webhook', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setTesting(false);
  }

  async function setStatus(status: 'active' | 'paused'): Promise<void> {
    try {
      await onSaved(await apiRequest<Webhook>('PUT', `/admin${path}/status`, { status }));
      void toast({ title: status === 'active' ? 'Webhook resumed' : 'Webhook paused' });
    } catch (error) {
      void toast({ title: 'Error updating webhook', text: error instanceof Error ? error.message : '', wrong: true });
    }
  }

  return (
    <RecordNote query={record} loading="Loading webhook..." gone="This webhook no longer exists.">
      {(webhook) => (
        <>
          {fresh === null ? null : (
            <SecretPanel title="Signing secret" noun="secret" secret={fresh.secret} onDone={onCopied}>
              The receiver needs it to verify that events come from this site. Copy it now and store it like a password. It won't be shown
              again.
            </SecretPanel>
          )}
          <WebhookForm webhook={webhook} onSaved={(each) => void onSaved(each)} />
          <section className="webhook-actions" aria-label="Actions">
            {explainStatus(webhook).map((text) => (
              <p key={text} className="hint">
                {text}
              </p>
            ))}
            <div className="key-end">
              <button
                type="button"
                className="btn btn-line"
                aria-busy={isTesting || undefined}
                aria-disabled={isTesting || undefined}
                onClick={() => void test()}
              >
                {isTesting ? 'Sending...' : 'Send test event'}
              </button>
              {webhook.status === 'active' ? (
                <button type="button" className="btn btn-line" onClick={() => void setStatus('paused')}>
                  Pause
                </button>
              ) : (
                <button type="button" className="btn btn-line" onClick={() => void setStatus('active')}>
                  Resume
                </button>
              )}
              <button type="button" className="btn btn-line" onClick={() => setDialog('rotate')}>
                Rotate secret...
              </button>
              <button type="button" className="btn btn-quiet is-danger" onClick={() => setDialog('delete')}>
                Delete...
              </button>
            </div>
          </section>
          <DeliveryLog webhook={webhook} onChanged={reload} />
          {dialog === 'rotate' ? (
            <ActionDialog
              title="Rotate the secret?"
              confirm="Rotate"
              text="A new secret is created. For 24 hours, events are signed with both, so that you can change it at the receiver."
              onCancel={() => setDialog(null)}
              onConfirm={async () => {
                await onSaved(await apiRequest<WebhookWithSecret>('POST', `/admin${path}/rotate`));
                setDialog(null);
              }}
            />
          ) : null}
          {dialog === 'delete' ? (
            <ActionDialog
              title="Are you sure?"
              confirm="Delete"
              text={`The webhook to ${hostOf(webhook)} and its delivery log will be deleted. This cannot be undone.`}
              onCancel={() => setDialog(null)}
              onConfirm={async () => {
                await deleteRecord(path);
                onDeleted();
              }}
            />
          ) : null}
        </>
      )}
    </RecordNote>
  );
}
