import '#src/ui/styles/words/index.css';
import { GlossaryPage } from '#src/features/glossary/pages/glossary-page.tsx';

export function OldWords() {
  return <GlossaryPage />;
}
