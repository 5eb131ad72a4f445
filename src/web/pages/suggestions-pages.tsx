/** Changes that readers suggest, and what they have contributed. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/account/own.css';
import '#src/ui/styles/suggestions/index.css';
import { OwnSuggestions } from '#src/features/suggestions/components/own-suggestions.tsx';
import { SuggestPage } from '#src/features/suggestions/pages/suggest-page.tsx';
import { guarded } from './guarded.tsx';

export const Suggest = guarded(({ search, go }) => <SuggestPage search={search} go={go} />);

/** What the user has sent to the editors. */
export const Contributions = guarded(({ person: { email } }) => (
  <div className="page account">
    <header className="account-head">
      <h1>Contributions</h1>
      <p className="lede">Changes of tales that you have suggested.</p>
    </header>
    <OwnSuggestions email={email} />
  </div>
));
