/** Watches a tale at the server, for as long as one of the site's pages has it open for editing. */
import { urls } from '#src/urls.ts';
import type { PeopleEvent, SavedEvent } from '../contract.ts';

type Watching = {
  onPeople: (event: PeopleEvent) => void;
  onSaved: (event: SavedEvent) => void;
  /** The connection is lost: who else is there is not known until the next `onPeople`. */
  onLost: () => void;
};

/** Before each try to connect again (specification, section 9); the last one for all that follow. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000] as const;
const CONNECT_MS = 10_000;
/** The server says something every 30 s. */
const SILENCE_MS = 75_000;

/**
 * Watches until the returned function is called. Refused it gives up, without a word: to edit one needs no company. The first version
 * that is heard of is the one that was there; each later one was saved, also while the connection was lost.
 */
export function watchTale(taleId: string, watching: Watching): () => void {
  const stopping = new AbortController();
  let known: number | undefined;
  const heard: Watching = {
    ...watching,
    onSaved: (event) => {
      if (known !== undefined && event.version > known) watching.onSaved(event);
      known = Math.max(known ?? 0, event.version);
    },
  };
  void (async () => {
    for (let tries = 0; !stopping.signal.aborted; tries += 1) {
      const outcome = await connect(taleId, heard, stopping.signal).catch(() => 'lost' as const);
      if (outcome === 'refused' || stopping.signal.aborted) return;
      watching.onLost();
      if (outcome === 'heard') tries = 0;
      await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0, stopping.signal);
    }
  })();
  return () => stopping.abort();
}

/** One connection, to its end. `heard`: there were events. Throws when there is no connection, or it breaks. */
async function connect(taleId: string, watching: Watching, stop: AbortSignal): Promise<'heard' | 'lost' | 'refused'> {
  const silence = new AbortController();
  const abort = () => silence.abort();
  let timer = setTimeout(abort, CONNECT_MS);
  stop.addEventListener('abort', abort);
  let isHeard = false;
  try {
    const answer = await fetch(urls.api(`/admin/tales/${taleId}/presence`), {
      headers: { accept: 'text/event-stream' },
      signal: silence.signal,
    });
    if (!answer.ok || answer.body === null) return answer.status >= 500 || answer.status === 429 ? 'lost' : 'refused';
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
      const { done, value = '' } = await reader.read();
      if (done) return isHeard ? 'heard' : 'lost';
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) isHeard = take(block, watching) || isHeard;
    }
  } catch {
    return isHeard ? 'heard' : 'lost';
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', abort);
  }
}

/** False for what is no event, such as a sign of life. */
function take(block: string, { onPeople, onSaved }: Watching): boolean {
  const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  if (name === 'people') onPeople(JSON.parse(data) as PeopleEvent);
  if (name === 'saved') onSaved(JSON.parse(data) as SavedEvent);
  return name !== undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
