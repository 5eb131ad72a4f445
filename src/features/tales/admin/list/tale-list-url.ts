/** State of the tale list in its URL: parameters of the list, and which tale is open. */
import { listHref, parseListQuery } from '#src/admin-ui/paged-list.tsx';
import { urls } from '#src/urls.ts';

const LIST_PARAMETERS = ['q', 'state', 'category', 'author', 'language', 'sort', 'order'] as const;
const TALE_PARAMETERS = ['tale', 'mode'] as const;

export type TaleListState = {
  /** Parameters of the list, without empty ones. */
  filters: Record<string, string>;
  /** Id of the open tale, or ''. */
  tale: string;
  mode: 'view' | 'edit' | 'new';
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function parseTaleListUrl(search: Record<string, string | undefined>): TaleListState {
  const { tale = '', mode = '' } = parseListQuery(search, TALE_PARAMETERS);
  const id = UUID.test(tale) ? tale.toLowerCase() : '';
  const filters = parseListQuery(search, LIST_PARAMETERS);
  return { filters, tale: id, mode: mode === 'new' ? 'new' : mode === 'edit' && id !== '' ? 'edit' : 'view' };
}

/** Returns the URL with changed parameters; '' removes one. */
export function taleListUrl({ filters, tale, mode }: TaleListState, changes: Record<string, string> = {}): string {
  const open = mode === 'new' ? { mode } : { tale, mode: mode === 'edit' ? mode : '' };
  return urls.manageTales(listHref({ ...filters, ...open }, changes));
}

/** Returns the URL of the same list with a tale, its form, the form of a new tale, or ('' in mode `view`) nothing open. */
export function openTaleUrl({ filters }: TaleListState, tale: string, mode: TaleListState['mode'] = 'view'): string {
  return taleListUrl({ filters, tale, mode });
}
