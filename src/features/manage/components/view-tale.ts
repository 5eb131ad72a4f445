import { urls } from '#src/urls.ts';
import type { TaleRow } from '../contract.ts';

/** Shows a tale as readers see it, in a new tab; one that is not public yet as they will, at an address for editors alone. */
export function viewTale({ id, slug, state }: Pick<TaleRow, 'id' | 'slug' | 'state'>): void {
  window.open(state === 'published' ? urls.tale(slug) : urls.preview(id), '_blank', 'noopener');
}
