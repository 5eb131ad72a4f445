import { Picture } from '#src/ui/picture.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { dayOf } from '#src/ui/when.ts';
import type { TaleRow } from '../contract.ts';
import { StateBadge } from './state-badge.tsx';
import { actionsFor, type RowDeeds } from './tale-actions.ts';

type Props = {
  tale: TaleRow;
  isOpen: boolean;
  isPicked: boolean;
  /** `isWide`: with all between this one and the one before. */
  onPick: (isWide: boolean) => void;
  deeds: RowDeeds;
  onOpen: () => void;
};

/** A tale. The whole row opens it; its button is what the keyboard meets. */
export function TaleTableRow({ tale, isOpen, isPicked, onPick, deeds, onOpen }: Props) {
  const { id, title, author, state, cover } = tale;
  const marks = [isOpen ? 'is-selected' : '', isPicked ? 'is-picked' : ''].filter(Boolean).join(' ');
  return (
    <tr className={marks || undefined}>
      <td className="row-pick">
        <input
          type="checkbox"
          aria-label={`Choose ${title}`}
          checked={isPicked}
          onChange={(event) => onPick(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        />
      </td>
      <td>
        <span className="row-title">
          <Picture address={cover} sizes="36px" width="36" height="48" loading="lazy" decoding="async" />
          <span>
            <button type="button" className="row-open" data-tale={id} aria-current={isOpen || undefined} onClick={onOpen}>
              <bdi>{title}</bdi>
            </button>
            <small>
              <bdi>{author}</bdi>
            </small>
          </span>
        </span>
      </td>
      <td className="row-state">
        <StateBadge state={state} />
        {state === 'scheduled' ? <small className="figures">{dayOf(tale.publish_date)}</small> : null}
      </td>
      <td className="row-menu">
        <RowMenu label={`Actions for ${title}`} actions={actionsFor(tale, deeds)} />
      </td>
    </tr>
  );
}
