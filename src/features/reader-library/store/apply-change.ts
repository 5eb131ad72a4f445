/** Applies changes to a bookshelf, equivalent to the server. Browser-safe. */
import type { Bookshelf, Change, SavedTale, Shelf } from '../contract.ts';

export const EMPTY_BOOKSHELF: Bookshelf = { favorites: [], shelves: [], positions: [] };

/** Returns the bookshelf after the change. The later of two changes wins. */
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

/** Inserts or removes an item, keeping the list newest first. */
function put<Item extends SavedTale>(list: Item[], on: boolean, item: Item): Item[] {
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

/** The built-in shelf. Shelf ids are scoped by user, so all users share this id. */
export const READ_LATER = '00000000-0000-4000-8000-000000000001';
export const READ_LATER_NAME = 'Read later';
