import { Edge } from '#src/ui/edge.tsx';
import { NightScene } from '#src/ui/night-scene.tsx';
import { urls } from '#src/urls.ts';

/** The 404 screen. The layout sees `.lost-page` and dresses its bar and footer for the night. */
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
      </div>
      <Edge shape="knoll" />
    </div>
  );
}
