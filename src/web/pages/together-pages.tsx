/** The page of a tale that is read together. */
import '#src/ui/styles/tale/index.css';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Glossary } from '#src/features/glossary/components/glossary-loader.tsx';
import { lastMembership } from '#src/features/read-together/components/session.ts';
import { ReaderSettings } from '#src/features/reading/components/reader-settings.tsx';
import { ReadingModes } from '#src/features/reading/components/reading-modes.tsx';
import { Credits, TaleHead } from '#src/features/tales/components/tale-sections.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';
import { useLoaded, useMatch } from '../current-page.tsx';
import type { load } from '../loaders.ts';

const TogetherBar = lazy(async () => ({
  default: (await import('#src/features/read-together/components/together-bar.tsx')).TogetherBar,
}));

export function Together() {
  const loaded = useLoaded<typeof load.together>();
  const { code = '' } = useMatch().params;
  const isBrowser = useIsBrowser();
  if (!('ok' in loaded)) return <TogetherUnavailable code={code} />;
  const { session, tale } = loaded.ok;
  return (
    <div key={session.room} className="page tale-page">
      <noscript>
        <p className="together-plain">Following the reader needs JavaScript. You can read the tale here on your own.</p>
      </noscript>
      <article>
        <TaleHead tale={tale}>
          <div className="tale-tools needs-script">
            <ReaderSettings />
          </div>
        </TaleHead>
        <div
          id="tale-text"
          className="prose"
          lang={tale.language}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
          dangerouslySetInnerHTML={{ __html: tale.content }}
        />
        <ReadingModes of="tale-text" />
        <Glossary of="tale-text" language={tale.language} content={tale.content} />
        <span className="ornament fin" />
        <Credits tale={tale} />
      </article>
      <p className="report">
        <a className="link" href={urls.tale(tale.slug)}>
          Open the page of this tale
        </a>
      </p>
      {isBrowser ? (
        <Suspense fallback={null}>
          <TogetherBar session={session} tale={tale} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The page of a code that is unknown or whose session has ended. This tab may remember the tale. */
function TogetherUnavailable({ code }: { code: string }) {
  const isBrowser = useIsBrowser();
  const last = isBrowser ? lastMembership() : null;
  const tale = last?.code === code.toLowerCase() ? last.tale : null;
  return (
    <div className="page">
      <EmptyState
        spot="lantern"
        level={1}
        title="No one is reading here"
        text="Reading together has ended, or the link has a typing error. Ask the reader for a new link, or read a tale on your own."
      >
        <a className="btn btn-solid btn-lg" href={tale === null ? urls.tales() : urls.tale(tale.slug)}>
          {tale === null ? 'Browse Tales' : `Read ${tale.title}`}
        </a>
      </EmptyState>
    </div>
  );
}

/** False on the server, and while its HTML is hydrated. */
function useIsBrowser(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
