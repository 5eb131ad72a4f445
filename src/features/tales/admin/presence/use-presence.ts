import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { urls } from '#src/urls.ts';
import type { EditedTales, PeopleEvent, SavedEvent } from './presence.ts';

type PresenceView = {
  /** Others who have the tale open for editing, earliest first. `since`: ISO 8601. */
  others: { name: string; since: string }[];
  /** The latest version saved while the tale was open, by anyone. */
  saved: SavedEvent | null;
};

const NOBODY: PresenceView = { others: [], saved: null };
/** Browsers limit connections per site, so hidden pages close theirs. */
const HIDDEN_MS = 20_000;

/** Returns who else is editing the tale and what they save. `taleId` is null for a new tale. */
export function usePresence(taleId: string | null): PresenceView {
  const [state, setState] = useState({ taleId, view: NOBODY });
  const isVisible = usePageVisible();
  useEffect(() => {
    if (taleId === null || !isVisible) return;
    const change = (part: Partial<PresenceView>) =>
      setState((old) => ({ taleId, view: { ...(old.taleId === taleId ? old.view : NOBODY), ...part } }));
    return watchTale(taleId, {
      onPeople: ({ people }) => change({ others: people.filter(({ is_me }) => !is_me) }),
      onSaved: (saved) => change({ saved }),
      onDisconnect: () => change({ others: [] }),
    });
  }, [taleId, isVisible]);
  return state.taleId === taleId ? state.view : NOBODY;
}

const EDITED_TALES_INTERVAL_MS = 20_000;

/** Returns the names of others who are editing, by tale. Renewed every 20 s while the page is visible. */
export function useEditedTales(): ReadonlyMap<string, readonly string[]> {
  const { data } = useQuery({
    queryKey: ['staff', '/edited-tales'],
    queryFn: () => apiRequest<EditedTales>('GET', '/admin/edited-tales'),
    refetchInterval: EDITED_TALES_INTERVAL_MS,
    staleTime: 0,
    retry: false,
  });
  return new Map(data?.tales.map(({ id, editors }) => [id, editors]));
}

/** Returns false when the page has been hidden for a while. */
function usePageVisible(): boolean {
  const [isVisible, setVisible] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setVisible(true);
      else timer = setTimeout(() => setVisible(false), HIDDEN_MS);
    };
    document.addEventListener('visibilitychange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onChange);
    };
  }, []);
  return isVisible;
}

type Handlers = {
  onPeople: (event: PeopleEvent) => void;
  onSaved: (event: SavedEvent) => void;
  /** The connection is lost: other editors are unknown until the next `onPeople`. */
  onDisconnect: () => void;
};

/** Delays before reconnecting (specification, section 9). The last one repeats. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const;
const CONNECT_TIMEOUT_MS = 10_000;
/** The server sends a heartbeat every 30 s. */
const SILENCE_TIMEOUT_MS = 75_000;

/**
 * Watches a tale until the returned function is called, or the server refuses, which is not reported because editing works without. The
 * first version received is the current one; later ones were saved since, also while disconnected.
 */
export function watchTale(taleId: string, handlers: Handlers): () => void {
  const stopping = new AbortController();
  let knownVersion: number | undefined;
  const filtered: Handlers = {
    ...handlers,
    onSaved: (event) => {
      if (knownVersion !== undefined && event.version > knownVersion) handlers.onSaved(event);
      knownVersion = Math.max(knownVersion ?? 0, event.version);
    },
  };
  void (async () => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const outcome = await connect(taleId, filtered, stopping.signal).catch(() => 'lost' as const);
      if (outcome === 'refused' || stopping.signal.aborted) return;
      handlers.onDisconnect();
      if (outcome === 'received') failures = 0;
      await sleep(RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)] ?? 0, stopping.signal);
    }
  })();
  return () => stopping.abort();
}

/** Runs one connection to its end. `received`: there were events before it ended. */
async function connect(taleId: string, handlers: Handlers, stop: AbortSignal): Promise<'received' | 'lost' | 'refused'> {
  const timeout = new AbortController();
  const abort = () => timeout.abort();
  let timer = setTimeout(abort, CONNECT_TIMEOUT_MS);
  stop.addEventListener('abort', abort);
  let hasEvents = false;
  try {
    const response = await fetch(urls.api(`/admin/tales/${taleId}/presence`), {
      headers: { accept: 'text/event-stream' },
      signal: timeout.signal,
    });
    if (!response.ok || response.body === null) return response.status >= 500 || response.status === 429 ? 'lost' : 'refused';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_TIMEOUT_MS);
      const { done, value = '' } = await reader.read();
      if (done) return hasEvents ? 'received' : 'lost';
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) hasEvents = dispatch(block, handlers) || hasEvents;
    }
  } catch {
    return hasEvents ? 'received' : 'lost';
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', abort);
  }
}

/** Returns false for blocks that are no event, such as heartbeats. */
function dispatch(block: string, { onPeople, onSaved }: Handlers): boolean {
  const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  if (name === 'people') onPeople(JSON.parse(data) as PeopleEvent);
  if (name === 'saved') onSaved(JSON.parse(data) as SavedEvent);
  return name !== undefined;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
