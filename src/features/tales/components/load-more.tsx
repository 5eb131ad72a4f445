import { Icon } from '#src/ui/icon.tsx';

export type LoadMoreState = 'ready' | 'busy' | 'failed';
/** Without `onMore` the link turns the page. */
type Props = { href: string; state: LoadMoreState; onMore: (() => void) | undefined };

/** A link to the next page of a list that, with scripts, adds the page to the list instead. */
export function LoadMore({ href, state, onMore }: Props) {
  return (
    <div className="more">
      {state === 'failed' ? (
        <p className="wrong" role="alert">
          <Icon name="warning" />
          We couldn't open this shelf. Please try again.
        </p>
      ) : null}
      <a
        className="btn btn-line btn-lg"
        href={href}
        aria-busy={state === 'busy'}
        onClick={(event) => {
          if (onMore === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          if (state !== 'busy') onMore();
        }}
      >
        {state === 'busy' ? <span className="spinner" /> : null}
        {state === 'failed' ? 'Try again' : 'Load More Tales'}
      </a>
    </div>
  );
}
