import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';

/** After a letter was taken. */
export function ContactSentPage() {
  return (
    <div className="page contact-page">
      <EmptyState spot="lantern" title="Message sent" text="Thank you. We read every letter." level={1}>
        <a className="btn btn-solid" href={urls.tales()}>
          Back to the tales
        </a>
      </EmptyState>
    </div>
  );
}
