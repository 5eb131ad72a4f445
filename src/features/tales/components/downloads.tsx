import type { TaleView } from '#src/features/tales/contract.ts';
import { urls } from '#src/urls.ts';

/** The tale to take away, for e-readers and for everything else. */
export function Downloads({ tale }: { tale: Pick<TaleView, 'slug'> }) {
  return (
    <nav className="downloads" aria-labelledby="downloads">
      <h2 id="downloads">Download</h2>
      <a className="link" href={urls.taleEpub(tale.slug)} download="">
        EPUB
      </a>
      <a className="link" href={urls.taleText(tale.slug)} download="">
        Plain text
      </a>
    </nav>
  );
}
