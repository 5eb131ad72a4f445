import type { ReactNode } from 'react';
import type { Suggest } from '#src/features/search/components/use-suggestions.ts';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';

type Props = { path: string; now: string; suggest: Suggest; children: ReactNode };

/** What every page stands in. `path` is the page's own, `now` (ISO) gives the year. */
export function Layout({ path, now, suggest, children }: Props) {
  return (
    <div className="shell">
      <a className="skip btn btn-solid" href="#main">
        Skip to the page
      </a>
      <TopBar path={path} suggest={suggest} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer year={new Date(now).getUTCFullYear()} />
    </div>
  );
}
