import { EmptyState } from '#src/ui/empty-state.tsx';

type Props = { retry?: () => void };

/** Something of ours failed. 'Try again' asks for the same address once more; with `retry` it does that instead. */
export function FailurePage({ retry = () => window.location.reload() }: Props) {
  return (
    <div className="page">
      <EmptyState spot="lantern" level={1} title="Something went wrong" text="We couldn't open the storybook. Please try again.">
        {/* biome-ignore lint/a11y/useValidAnchor: the empty address is this page's own, for who has no scripts */}
        <a
          className="btn btn-solid btn-lg"
          href=""
          onClick={(event) => {
            event.preventDefault();
            retry();
          }}
        >
          Try again
        </a>
      </EmptyState>
    </div>
  );
}
