/** Tales saved for reading offline. */
import '#src/ui/styles/browse/index.css';
import '#src/ui/styles/shelf/index.css';
import '#src/ui/styles/offline/index.css';
import { OfflinePage } from '#src/features/offline/pages/offline-page.tsx';
import { LoadResult, useLoaded } from '../current-page.tsx';
import type { load } from '../loaders.ts';

export function Offline() {
  return <LoadResult of={useLoaded<typeof load.packs>()}>{(packs) => <OfflinePage packs={packs} />}</LoadResult>;
}
