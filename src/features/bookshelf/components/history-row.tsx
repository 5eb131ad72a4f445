import { useEffect, useRef, useState } from 'react';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { toast } from '#src/ui/toast.ts';
import { useIsHidden } from '#src/ui/veil.ts';
import { urls } from '#src/urls.ts';
import type { Position } from '../contract.ts';
import { changeBookshelf } from './bookshelf-store.ts';
import { ReadShare } from './read-share.tsx';

type Props = { tale: TaleCard; position: Position; when: string };

/** A tale that was opened: how far one came, and when. Of an age that is veiled only that it is there, until it is shown. */
export function HistoryRow({ tale, position, when }: Props) {
  const isHidden = useIsHidden(tale.ageBand);
  const [isShown, setShown] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isShown) link.current?.focus();
  }, [isShown]);
  const isVeiled = isHidden && !isShown;
  return (
    <li className="past">
      <span className="cover">{isVeiled ? null : <Picture address={tale.coverImage} sizes="6rem" loading="lazy" />}</span>
      <div className="past-words">
        {isVeiled ? (
          <>
            <p className="past-veil">Hidden by your settings</p>
            <button type="button" className="btn btn-line btn-sm" aria-label={`Show ${tale.title}`} onClick={() => setShown(true)}>
              Show
            </button>
          </>
        ) : (
          <>
            <h3 lang={tale.language === 'en' ? undefined : tale.language}>
              <a ref={link} href={urls.tale(tale.slug)}>
                {tale.title}
              </a>
            </h3>
            <p className="past-author">{tale.author.name}</p>
          </>
        )}
      </div>
      {position.finished ? (
        <p className="past-done">
          <Icon name="check" />
          Finished
        </p>
      ) : (
        <ReadShare progress={position.progress} />
      )}
      <time className="past-when" dateTime={position.at}>
        {when}
      </time>
      <button
        type="button"
        className="btn btn-quiet past-remove"
        aria-label={`Remove from history: ${tale.title}`}
        onClick={() => remove(position)}
      >
        Remove from history
      </button>
    </li>
  );
}

/** It can be taken back for a moment. */
function remove(position: Position): void {
  const { at, ...place } = position;
  changeBookshelf({ op: 'position_gone', tale: place.tale });
  const act = () => changeBookshelf({ op: 'position', ...place });
  void toast({ title: 'Removed from history', action: { name: 'Undo', act } });
}
