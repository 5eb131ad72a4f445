import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';

/** For an address whose path we know but whose question makes no sense (400). */
export function BadAddressPage() {
  return (
    <div className="page">
      <EmptyState
        spot="owl"
        level={1}
        title="This address means nothing here"
        text="Something after the question mark is not one of ours. Start again from all the tales."
      >
        <a className="btn btn-solid btn-lg" href={urls.tales()}>
          Browse Tales
        </a>
      </EmptyState>
    </div>
  );
}
