import { useQueryClient } from '@tanstack/react-query';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { listHref, PagedList, parseListQuery, useLivePages, usePagedList } from '#src/admin-ui/paged-list.tsx';
import { RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import { urls } from '#src/urls.ts';
import { InboxFilters, MessageList } from '../components/message-list.tsx';
import { MessageView } from '../components/message-view.tsx';
import type { Message, MessagePage } from '../contract.ts';

type Props = {
  search: Record<string, string | undefined>;
  show: (href: string) => void;
  go: (href: string) => void;
};

const PATH = '/messages';

/** Contact messages, newest first, and the open one (`?id=`). */
export function ManageInboxPage({ search, show, go }: Props) {
  const filters = parseListQuery(search, ['topic', 'status']);
  const query = usePagedList<MessagePage>(PATH, filters, { isLive: true });
  const storeRecord = useStoreRecord();
  const client = useQueryClient();
  const { id = '' } = search;
  const live = useLivePages('messages', query, (page) => page.messages);
  const messages = live.rows;
  const back = urls.manageInbox(listHref(filters, {}));

  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ['staff', PATH] });
    await client.invalidateQueries({ queryKey: ['staff', `${PATH}/count`] });
  };

  async function changed(message: Message): Promise<void> {
    storeRecord(`${PATH}/${message.id}`, message);
    await refresh();
  }

  async function deleted(): Promise<void> {
    go(back);
    await refresh();
  }

  return (
    <AdminFrame title="Messages" lede="Sent by readers from the contact page and below tales" path={urls.manageInbox()}>
      <RecordLayout
        title="Messages"
        none="Select a message to read it"
        list={
          <>
            <InboxFilters
              filters={filters}
              onChange={(changes) => show(urls.manageInbox(listHref({ ...filters, ...(id && { id }) }, changes)))}
            />
            <PagedList
              live={live}
              isFiltered={Object.keys(filters).length > 0}
              query={query}
              count={messages.length}
              words={['message', 'messages']}
              loading="Loading messages..."
              empty={Object.keys(filters).length > 0 ? 'No messages found' : 'No messages yet. Readers write on the contact page.'}
              failed="Error loading messages"
            >
              <MessageList messages={messages} selected={id} filters={filters} />
            </PagedList>
          </>
        }
        open={id === '' ? null : { key: id, title: 'Message', back, body: <OpenMessage key={id} id={id} {...{ changed, deleted }} /> }}
      />
    </AdminFrame>
  );
}

type OpenProps = { id: string; changed: (message: Message) => Promise<void>; deleted: () => Promise<void> };

function OpenMessage({ id, changed, deleted }: OpenProps) {
  const record = useRecord<Message>(`${PATH}/${encodeURIComponent(id)}`, { changes: 'messages', id });
  return (
    <RecordNote query={record} loading="Loading message..." gone="This message no longer exists.">
      {(message) => <MessageView message={message} onChanged={changed} onDeleted={deleted} />}
    </RecordNote>
  );
}
