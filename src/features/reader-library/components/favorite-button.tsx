import { Icon } from '#src/ui/icon.tsx';
import { OPEN_MY_TALES, toast } from '#src/ui/toast.ts';
import { changeBookshelf, useBookshelf } from './library-store.ts';

type Props = { tale: { id: string; title: string }; withWord?: boolean };

/** Favorite toggle: a heart on the cover, or a button with a label. Needs JavaScript: give its container `needs-script`. */
export function FavoriteButton({ tale, withWord = false }: Props) {
  const isOn = useBookshelf(({ favorites }) => favorites.some((saved) => saved.tale === tale.id));
  return (
    <button
      type="button"
      className={withWord ? 'btn btn-line btn-heart' : 'heart needs-script'}
      aria-pressed={isOn}
      aria-label={withWord ? undefined : `Add to favorites: ${tale.title}`}
      onClick={() => setFavorite(tale.id, !isOn)}
    >
      <Icon name="heart" className={isOn ? 'is-full' : ''} />
      {withWord ? 'Favorite' : null}
    </button>
  );
}

/** Adds or removes a favorite; removal offers Undo. */
function setFavorite(tale: string, on: boolean): void {
  changeBookshelf({ op: 'favorite', tale, on });
  const undo = { name: 'Undo', act: () => changeBookshelf({ op: 'favorite', tale, on: true }) };
  void toast(on ? { title: 'Added to favorites', action: OPEN_MY_TALES } : { title: 'Removed from favorites', action: undo });
}
