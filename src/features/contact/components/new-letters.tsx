import { useQuery } from '@tanstack/react-query';
import { send } from '#src/features/accounts/components/send.ts';
import type { MessageCount } from '../contract.ts';

const FRESH_MS = 60_000;

/** How many letters are new, beside the name of the inbox; nothing while there are none or it is not known. */
export function NewLetters() {
  const { data } = useQuery({
    queryKey: ['staff', '/messages/count'],
    queryFn: () => send<MessageCount>('GET', '/admin/messages/count'),
    staleTime: FRESH_MS,
    retry: false,
  });
  if (data === undefined || data.new === 0) return null;
  return (
    <>
      {' '}
      <span className="figures">
        {data.new} <span className="visually-hidden">new</span>
      </span>
    </>
  );
}
