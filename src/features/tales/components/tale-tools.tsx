import { HeartButton } from '#src/features/bookshelf/components/heart-button.tsx';
import { SaveButton } from '#src/features/bookshelf/components/save-button.tsx';
import { ReaderSettings } from '#src/features/reading/components/reader-settings.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { urls } from '#src/urls.ts';
import { AnotherOne } from './another-one.tsx';
import { ShareButton } from './share-button.tsx';

/** What a reader may do with a tale, below its title. */
export function TaleTools({ tale }: { tale: TaleView }) {
  return (
    <div className="tale-tools needs-script">
      <HeartButton tale={tale} withWord />
      <ShareButton title={tale.title} path={urls.tale(tale.slug)} />
      <SaveButton tale={tale} />
      <ReaderSettings />
      <AnotherOne />
    </div>
  );
}
