/** What a change does to a bookshelf, the same as on the server as long as nothing taken away comes back. Browser-safe. */
import type { Bookshelf, Change, Kept, Shelf } from '../contract.ts';
import { READ_LATER, READ_LATER_NAME } from '../read-later.ts';

export const EMPTY: Bookshelf = { favorites: [], shelves: [], positions: [] };

/** The bookshelf after the change; it itself where nothing changes. Of two changes the later one wins. */
export function applyChange(shelf: Bookshelf, change: Change): Bookshelf {
  switch (change.op) {
    case 'favorite':
      return { ...shelf, favorites: put(shelf.favorites, change.on, { tale: change.tale, at: change.at }) };
    case 'position': {
      const { op, ...position } = change;
      return { ...shelf, positions: put(shelf.positions, true, position) };
    }
    case 'position_gone':
      return { ...shelf, positions: shelf.positions.filter(({ tale, at }) => tale !== change.tale || at >= change.at) };
    case 'shelve':
      return {
        ...shelf,
        shelves: withReadLater(shelf.shelves, change.shelf).map((each) =>
          each.id === change.shelf ? { ...each, tales: put(each.tales, change.on, { tale: change.tale, at: change.at }) } : each,
        ),
      };
    default:
      return { ...shelf, shelves: nameShelf(shelf.shelves, change) };
  }
}

/** The changes that make this bookshelf out of an empty one. */
export function toChanges({ favorites, shelves, positions }: Bookshelf): Change[] {
  return [
    ...favorites.map((kept): Change => ({ op: 'favorite', ...kept, on: true })),
    ...shelves.flatMap(({ id, kind, name, at, tales }): Change[] => [
      ...(kind === 'own' ? [{ op: 'shelf' as const, shelf: id, name, at }] : []),
      ...tales.map((kept): Change => ({ op: 'shelve', shelf: id, ...kept, on: true })),
    ]),
    ...positions.map((position): Change => ({ op: 'position', ...position })),
  ];
}

/** Two changes of the same thing have the same key: only the later one need be sent. */
export function keyOf(change: Change): string {
  const { op, shelf = '', tale = '' } = change as Change & { shelf?: string; tale?: string };
  return `${op.replace('_gone', '')} ${shelf} ${tale}`;
}

/** The newest comes first. */
function put<Item extends Kept>(list: Item[], on: boolean, item: Item): Item[] {
  const rest = list.filter((other) => other.tale !== item.tale);
  if (list.some((other) => other.tale === item.tale && other.at > item.at)) return list;
  if (!on) return rest;
  const index = rest.findIndex((other) => other.at <= item.at);
  return index < 0 ? [...rest, item] : [...rest.slice(0, index), item, ...rest.slice(index)];
}

function withReadLater(shelves: Shelf[], id: string): Shelf[] {
  if (id !== READ_LATER || shelves.some((each) => each.id === id)) return shelves;
  return [{ id, name: READ_LATER_NAME, kind: 'read_later', at: '', tales: [] }, ...shelves];
}

function nameShelf(shelves: Shelf[], change: Extract<Change, { op: 'shelf' | 'shelf_gone' }>): Shelf[] {
  const known = shelves.find((each) => each.id === change.shelf);
  if (known !== undefined && known.at > change.at) return shelves;
  if (change.op === 'shelf_gone') return shelves.filter((each) => each !== known);
  const { shelf: id, name, at } = change;
  if (known === undefined) return [...shelves, { id, name, kind: 'own', at, tales: [] }];
  return shelves.map((each) => (each === known ? { ...each, name, at } : each));
}
