import { EmptyState } from '#src/ui/empty-state.tsx';

/** What the reader keeps cannot be shown now. */
export function KeptUnreachable({ retry }: { retry: () => void }) {
  const isOffline = !navigator.onLine;
  return (
    <EmptyState
      spot="lantern"
      title={isOffline ? 'You are offline' : 'Something went wrong'}
      text={
        isOffline ? 'Nothing is lost. Your tales are back as soon as you are connected.' : "We couldn't open this shelf. Please try again."
      }
    >
      <button type="button" className="btn btn-solid btn-lg" onClick={retry}>
        Try again
      </button>
    </EmptyState>
  );
}
