import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useAuthState } from '#src/api-client/current-user.ts';
import { joinChannel } from '#src/api-client/realtime-client.ts';
import type { Person } from '#src/api-client/realtime-protocol.ts';
import { useChanges } from '#src/api-client/watch-changes.ts';
import type { EditedTales, SavedEvent } from './presence.ts';

type PresenceView = {
  /** Others who have the tale open for editing, earliest first. */
  others: readonly Person[];
  /** The latest version saved while the tale was open, by anyone. */
  saved: SavedEvent | null;
};

const NOBODY: PresenceView = { others: [], saved: null };

/** Returns who else is editing the tale and what they save. `taleId` is null for a new tale. Editing works without it. */
export function usePresence(taleId: string | null): PresenceView {
  const [state, setState] = useState({ taleId, view: NOBODY });
  const isOut = useAuthState().status === 'out';
  // Outlasts the session, so that versions saved before the next login are noticed.
  const { change, onNewVersion } = useMemo(() => {
    const change = (part: Partial<PresenceView>) =>
      setState((old) => ({ taleId, view: { ...(old.taleId === taleId ? old.view : NOBODY), ...part } }));
    return { change, onNewVersion: createVersionFilter((saved) => change({ saved })) };
  }, [taleId]);
  useEffect(() => {
    if (taleId === null || isOut) return;
    const channel = joinChannel(`tale:${taleId}`, {
      // Null: the tale was deleted.
      onJoined: (current) => current !== null && onNewVersion(current as SavedEvent),
      onEvent: (_, data) => onNewVersion(data as SavedEvent),
      onPeople: (people) => change({ others: people.filter(({ is_me }) => !is_me) }),
      onDisconnect: () => change({ others: [] }),
      onLeft: () => change({ others: [] }),
    });
    return () => {
      channel.leave();
      change({ others: [] });
    };
  }, [taleId, isOut, change, onNewVersion]);
  return state.taleId === taleId ? state.view : NOBODY;
}

/** The first version received is the current one; `onNew` gets those saved since, also while disconnected. */
export function createVersionFilter(onNew: (saved: SavedEvent) => void): (saved: SavedEvent) => void {
  let known: number | undefined;
  return (saved) => {
    if (known !== undefined && saved.version > known) onNew(saved);
    known = Math.max(known ?? 0, saved.version);
  };
}

/** Returns the names of others who are editing, by tale. */
export function useEditedTales(): ReadonlyMap<string, readonly string[]> {
  const { data, refetch } = useQuery({
    queryKey: ['staff', '/edited-tales'],
    queryFn: () => apiRequest<EditedTales>('GET', '/admin/edited-tales'),
    staleTime: 0,
    retry: false,
  });
  useChanges('editing', () => refetch({ throwOnError: true }));
  return new Map(data?.tales.map(({ id, editors }) => [id, editors]));
}
