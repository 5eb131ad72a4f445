import { useQueryClient } from '@tanstack/react-query';
import { Desk } from '#src/features/catalogue/components/desk.tsx';
import { RecordNote } from '#src/features/catalogue/components/record-note.tsx';
import { useKeep, useRecord } from '#src/features/catalogue/components/use-record.ts';
import { askedOf, withAsked } from '#src/features/staff/components/asked.ts';
import { ListPanel } from '#src/features/staff/components/list-panel.tsx';
import { StaffFrame } from '#src/features/staff/components/staff-frame.tsx';
import { useStaffList } from '#src/features/staff/components/use-staff-list.ts';
import { urls } from '#src/urls.ts';
import { InboxFilters } from '../components/inbox-filters.tsx';
import { MessageList } from '../components/message-list.tsx';
import { MessageView } from '../components/message-view.tsx';
import type { Message, MessagePage } from '../contract.ts';

type Props = {
  search: Record<string, string | undefined>;
  show: (href: string) => void;
  go: (href: string) => void;
};

const PATH = '/messages';

/** What readers wrote, newest first, and the letter that is open: by the address `?id=`. */
export function ManageInboxPage({ search, show, go }: Props) {
  const asked = askedOf(search, ['topic', 'status']);
  const query = useStaffList<MessagePage>(PATH, asked);
  const keep = useKeep();
  const client = useQueryClient();
  const { id = '' } = search;
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? [];
  const back = urls.manageInbox(withAsked(asked, {}));

  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ['staff', PATH] });
    await client.invalidateQueries({ queryKey: ['staff', `${PATH}/count`] });
  };

  async function changed(message: Message): Promise<void> {
    keep(`${PATH}/${message.id}`, message);
    await refresh();
  }

  async function deleted(): Promise<void> {
    go(back);
    client.removeQueries({ queryKey: ['staff', `${PATH}/${id}`] });
    await refresh();
  }

  return (
    <StaffFrame title="Inbox" lede="What readers write to you" path={urls.manageInbox()}>
      <Desk
        title="Letters"
        none="Select a letter to read it"
        list={
          <>
            <InboxFilters
              asked={asked}
              onChange={(changes) => show(urls.manageInbox(withAsked({ ...asked, ...(id && { id }) }, changes)))}
            />
            <ListPanel
              query={query}
              count={messages.length}
              words={['letter', 'letters']}
              loading="Loading letters..."
              empty={Object.keys(asked).length > 0 ? 'No letters found' : 'No letters yet. Readers write on the contact page.'}
              failed="Error loading letters"
            >
              <MessageList messages={messages} selected={id} asked={asked} />
            </ListPanel>
          </>
        }
        open={id === '' ? null : { key: id, title: 'Letter', back, body: <OpenMessage key={id} id={id} {...{ changed, deleted }} /> }}
      />
    </StaffFrame>
  );
}

type OpenProps = { id: string; changed: (message: Message) => Promise<void>; deleted: () => Promise<void> };

function OpenMessage({ id, changed, deleted }: OpenProps) {
  const record = useRecord<Message>(`${PATH}/${encodeURIComponent(id)}`);
  return (
    <RecordNote query={record} loading="Loading letter..." gone="This letter is not there any more.">
      {(message) => <MessageView message={message} onChanged={changed} onDeleted={deleted} />}
    </RecordNote>
  );
}
