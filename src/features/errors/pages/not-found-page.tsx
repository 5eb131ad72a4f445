import { Edge } from '#src/ui/edge.tsx';
import { NightScene } from '#src/ui/night-scene.tsx';
import { urls } from '#src/urls.ts';

/** The 404 screen, with three other ways to go. The layout sees `.lost-page` and dresses its bar and footer for the night. */
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
      <Edge shape="knoll" />
    </div>
  );
}
