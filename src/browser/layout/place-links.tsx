import { Icon } from '#src/ui/icon.tsx';
import { currentMark, type Place } from './places.ts';

/** The items of a menu of places. `path`: where one is. */
export function PlaceLinks({ places, path }: { places: readonly Place[]; path: string }) {
  return places.map((place) => (
    <li key={place.href}>
      <a href={place.href} aria-current={currentMark(place.href, path)}>
        <Icon name={place.icon} />
        {place.name}
      </a>
    </li>
  ));
}
