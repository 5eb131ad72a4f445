import { askedOf, withAsked } from '#src/features/staff/components/asked.ts';
import { urls } from '#src/urls.ts';

/** What the address of the page says: what is asked of the list, which tale is open, and whether its form is. */

const LIST = ['q', 'state', 'category', 'author', 'language', 'sort', 'order'] as const;
const OPEN = ['tale', 'mode'] as const;

type Search = Record<string, string | undefined>;

export type ManageAddress = {
  /** Parameters of the list, without blanks. */
  asked: Record<string, string>;
  /** Id of the open tale; blank for none. */
  tale: string;
  mode: 'view' | 'edit' | 'new';
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readAddress(search: Search): ManageAddress {
  const { tale = '', mode = '' } = askedOf(search, OPEN);
  const id = UUID.test(tale) ? tale.toLowerCase() : '';
  return { asked: askedOf(search, LIST), tale: id, mode: mode === 'new' ? 'new' : mode === 'edit' && id !== '' ? 'edit' : 'view' };
}

/** The address with these changes; a blank takes a parameter away. */
export function writeAddress({ asked, tale, mode }: ManageAddress, changes: Record<string, string> = {}): string {
  const open = mode === 'new' ? { mode } : { tale, mode: mode === 'edit' ? mode : '' };
  return urls.manageTales(withAsked({ ...asked, ...open }, changes));
}

/** The same list with this tale open, or none; with its form, or a new one's. */
export function openAt({ asked }: ManageAddress, tale: string, mode: ManageAddress['mode'] = 'view'): string {
  return writeAddress({ asked, tale, mode });
}
