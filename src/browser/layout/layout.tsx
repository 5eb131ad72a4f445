import type { ReactNode } from 'react';
import type { Suggest } from '#src/features/search/components/use-suggestions.ts';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';

type Props = {
  path: string;
  now: string;
  isLetterClosed: boolean;
  suggest: Suggest;
  /** Pages that bring their own frame: the gates and those of letters. */
  isBare?: boolean;
  children: ReactNode;
};

/** What every page stands in. `path` is the page's own, `now` (ISO) gives the year. */
export function Layout({ path, now, isLetterClosed, suggest, isBare = false, children }: Props) {
  return (
    <div className="shell">
      <a className="skip btn btn-solid" href="#main">
        Skip to the page
      </a>
      {isBare ? null : <TopBar path={path} suggest={suggest} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {isBare ? null : <Footer year={new Date(now).getUTCFullYear()} isLetterClosed={isLetterClosed} />}
    </div>
  );
}
