import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';

/** A random tale was asked for and none fits the filters. */
export function NoTalePage() {
  return (
    <div className="page">
      <EmptyState spot="owl" level={1} title="No tale fits that wish" text="Loosen a filter and try again.">
        <a className="btn btn-solid btn-lg" href={urls.tales()}>
          Browse Tales
        </a>
      </EmptyState>
    </div>
  );
}
