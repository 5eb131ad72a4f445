/** The old words of the tales. */
import '#src/ui/styles/words/index.css';
import { OldWordsPage } from '#src/features/glossary/pages/old-words-page.tsx';

export function OldWordList() {
  return <OldWordsPage />;
}
