import { AfterTale } from '#src/features/tales/components/after-tale.tsx';
import { Colophon } from '#src/features/tales/components/colophon.tsx';
import { TaleHead } from '#src/features/tales/components/tale-head.tsx';
import { TurnCards } from '#src/features/tales/components/turn-cards.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Alert } from '#src/ui/alert.tsx';
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx';
import { urls } from '#src/urls.ts';

/** A tale that is not public yet, as readers will see it. It runs no scripts: nothing of it is kept on the device of who looks at it. */
export function PreviewPage({ tale, isForEditors }: { tale: TaleView; isForEditors: boolean }) {
  const trail = [
    { name: 'Home', href: urls.home() },
    { name: 'Categories', href: urls.categories() },
    { name: tale.category.name, href: urls.category(tale.category.slug) },
  ];
  return (
    <div className="page tale-page">
      <Breadcrumbs trail={trail} here={tale.title} />
      <Alert title="This is a preview" icon="eye">
        The tale is not published yet.{' '}
        {isForEditors
          ? 'This address is for editors alone: to show it to others, make a preview link.'
          : 'Only who has this link can see it, so please pass it on with care.'}
      </Alert>
      <article>
        <TaleHead tale={tale} />
        <div
          id="tale-text"
          className="prose"
          lang={tale.language}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the text was made clean when it was written
          dangerouslySetInnerHTML={{ __html: tale.content }}
        />
        <span className="ornament fin" />
        <AfterTale tale={tale} />
        <Colophon tale={tale} />
      </article>
      <TurnCards slug={tale.slug} prev={tale.prevTale} next={tale.nextTale} />
    </div>
  );
}
