import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { changeBookshelf, useBookshelf } from './bookshelf-store.ts';

type Props = { tale: { id: string; title: string }; withWord?: boolean };

/** The heart of a tale: on its cover, or `withWord` as a button among others. Needs a script: give its place `needs-script`. */
export function HeartButton({ tale, withWord = false }: Props) {
  const isOn = useBookshelf(({ favorites }) => favorites.some((kept) => kept.tale === tale.id));
  return (
    <button
      type="button"
      className={withWord ? 'btn btn-solid btn-heart' : 'heart needs-script'}
      aria-pressed={isOn}
      aria-label={withWord ? undefined : `Add to favorites: ${tale.title}`}
      onClick={() => favor(tale.id, !isOn)}
    >
      <Icon name="heart" className={isOn ? 'is-full' : ''} />
      {withWord ? 'Favorite' : null}
    </button>
  );
}

/** Loved, or no longer: then it can be taken back for a moment. */
function favor(tale: string, on: boolean): void {
  changeBookshelf({ op: 'favorite', tale, on });
  const undo = { name: 'Undo', act: () => changeBookshelf({ op: 'favorite', tale, on: true }) };
  void toast(on ? { title: 'Added to favorites' } : { title: 'Removed from favorites', action: undo });
}
