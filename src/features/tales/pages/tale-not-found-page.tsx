import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';

export function TaleNotFoundPage() {
  return (
    <div className="page">
      <EmptyState spot="lantern" level={1} title="Tale Not Found" text="The fairy tale you're looking for doesn't exist or has been moved.">
        <a className="btn btn-solid btn-lg" href={urls.home()}>
          Return Home
        </a>
      </EmptyState>
    </div>
  );
}
