import { HillDivider, NightScene } from '#src/ui/artwork.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';

/** The 404 page. The layout uses the night theme when it contains `.lost-page`. */
export function NotFoundPage() {
  return (
    <div className="lost-page forest">
      <NightScene className="lost-art" />
      <div className="lost-text">
        <h1 className="lost-code">404</h1>
        <p className="lost-line">Oops! Page not found</p>
        <a className="btn btn-gold btn-lg" href={urls.home()}>
          Return to Home
        </a>
        <nav className="lost-ways" aria-label="Other ways">
          <a className="link" href={urls.tales()}>
            Browse Tales
          </a>
          <a className="link" href={urls.categories()}>
            Categories
          </a>
          <a className="link" href={urls.random()}>
            Random Tale
          </a>
        </nav>
      </div>
      <HillDivider shape="knoll" />
    </div>
  );
}

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

/** For a known path with invalid parameters (400). */
export function BadAddressPage() {
  return (
    <div className="page">
      <EmptyState spot="owl" level={1} title="Invalid link" text="This link contains an unknown filter. Browse all tales instead.">
        <a className="btn btn-solid btn-lg" href={urls.tales()}>
          Browse Tales
        </a>
      </EmptyState>
    </div>
  );
}

type Props = { retry?: () => void };

/** For internal errors. 'Try again' reloads the page, or calls `retry`. */
export function FailurePage({ retry = () => window.location.reload() }: Props) {
  return (
    <div className="page">
      <EmptyState spot="lantern" level={1} title="Something went wrong" text="We couldn't open the storybook. Please try again.">
        {/* biome-ignore lint/a11y/useValidAnchor: without JavaScript, the empty URL reloads the page */}
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
