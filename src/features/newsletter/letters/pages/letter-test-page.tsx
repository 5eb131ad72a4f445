import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';

/** Where a reader's own links lead in a letter that an editor had sent to look at it. */
export function LetterTestPage() {
  return (
    <div className="page page-end">
      <EmptyState
        spot="owl"
        level={1}
        title="This was a test"
        text="In a letter to a reader, this link leads to the reader's own settings. Nothing has changed."
      >
        <a className="btn btn-solid" href={urls.newsletter()}>
          See the letters
        </a>
      </EmptyState>
    </div>
  );
}
