import { PreviousNext } from '#src/features/tales/components/previous-next.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Alert } from '#src/ui/alert.tsx';
import { Breadcrumbs } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { Credits, DiscussionQuestions, TaleHead } from '../../components/tale-sections.tsx';

/** An unpublished tale as readers will see it. The page has no scripts, so that nothing is stored on the device. */
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
          ? 'Only editors can open this URL. Create a preview link to share it.'
          : 'Anyone with this link can read it, so share it with care.'}
      </Alert>
      <article>
        <TaleHead tale={tale} />
        <div
          id="tale-text"
          className="prose"
          lang={tale.language}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
          dangerouslySetInnerHTML={{ __html: tale.content }}
        />
        <span className="ornament fin" />
        <DiscussionQuestions tale={tale} />
        <Credits tale={tale} />
      </article>
      <PreviousNext slug={tale.slug} prev={tale.prevTale} next={tale.nextTale} />
    </div>
  );
}
