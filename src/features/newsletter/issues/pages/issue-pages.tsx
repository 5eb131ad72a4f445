import '#src/ui/styles/letters.css';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GetUpdates } from '#src/ui/get-updates.tsx';
import { Breadcrumbs, PageHead, SectionHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { NewsletterForm } from '../../components/newsletter-form.tsx';
import { formatIssueDay, moreTalesText, PART_NAMES, splitParagraphs } from '../components/issue-text.ts';
import type { IssueSection, PublishedIssue, PublishedIssueCard, PublishedIssuePage } from '../contract.ts';

/** Archive of published issues, newest first. */
export function NewsletterArchivePage({ page, isDisabled }: { page: PublishedIssuePage; isDisabled: boolean }) {
  return (
    <div className="page page-end">
      <Breadcrumbs trail={[{ name: 'Home', href: urls.home() }]} here="Newsletter" />
      <PageHead
        eyebrow="Once a week"
        title="Newsletter"
        lede="A tale of the week, what is new, and one for a short evening and a long one."
      />
      {isDisabled ? null : <NewsletterForm place="page" />}
      {page.letters.length === 0 ? <p className="empty-line">No issues yet. Check back soon!</p> : null}
      <ol className="letter-list">
        {page.letters.map((issue) => (
          <IssueCard key={issue.slug} issue={issue} />
        ))}
      </ol>
      {page.next ? (
        <p className="more">
          <a className="btn btn-line btn-lg" href={`${urls.newsletter()}?after=${encodeURIComponent(page.next)}`}>
            Older issues
          </a>
        </p>
      ) : null}
      <GetUpdates page={urls.newsletter()} hasBook={false} hasCatalogue={false} hasNewsletter={false} />
    </div>
  );
}

function IssueCard({ issue: { slug, title, opening, tales } }: { issue: PublishedIssueCard }) {
  return (
    <li>
      <a className="letter-card" href={urls.newsletter(slug)}>
        <span className="byline">
          <time dateTime={slug}>{formatIssueDay(slug)}</time>
        </span>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {opening === '' ? null : (
          <p className="letter-opening">
            <bdi>{opening}</bdi>
          </p>
        )}
        {tales.length === 0 ? null : <p className="letter-tales">{tales.join(' · ')}</p>}
      </a>
    </li>
  );
}

/** A published issue with those of its tales that are public. */
export function IssuePage({ issue }: { issue: PublishedIssue }) {
  const { slug, title, opening, sections, previous, next } = issue;
  const trail = [
    { name: 'Home', href: urls.home() },
    { name: 'Newsletter', href: urls.newsletter() },
  ];
  return (
    <article className="page page-end letter-page">
      <Breadcrumbs trail={trail} here={formatIssueDay(slug)} />
      <PageHead eyebrow={`Newsletter, ${formatIssueDay(slug)}`} title={title} />
      {opening === '' ? null : (
        <div className="letter-words">
          {splitParagraphs(opening).map((paragraph) => (
            <p key={paragraph}>
              <bdi>{paragraph}</bdi>
            </p>
          ))}
        </div>
      )}
      {sections.length === 0 ? <p className="empty-line">The tales of this issue are no longer available.</p> : null}
      {groupSections(sections).map((group) => (
        <div key={group[0]?.tales[0]?.tale.id} className="letter-sections">
          {group.map((section) => (
            <IssueSectionView key={section.tales[0]?.tale.id} section={section} isFirst={section === sections[0]} />
          ))}
        </div>
      ))}
      <nav className="letter-turns" aria-label="Issues">
        {previous === null ? <span /> : <NeighbourLink issue={previous} name="Previous issue" />}
        {next === null ? <span /> : <NeighbourLink issue={next} name="Next issue" />}
      </nav>
    </article>
  );
}

/** Groups consecutive sections with a single tale, which are shown side by side. */
function groupSections(sections: readonly IssueSection[]): IssueSection[][] {
  const groups: IssueSection[][] = [];
  for (const section of sections) {
    const open = groups.at(-1);
    if (section.tales.length === 1 && open?.every(({ tales }) => tales.length === 1)) open.push(section);
    else groups.push([section]);
  }
  return groups;
}

function IssueSectionView({ section: { kind, tales, more }, isFirst }: { section: IssueSection; isFirst: boolean }) {
  return (
    <section>
      <SectionHead title={PART_NAMES[kind]} />
      <div className="grid">
        {tales.map(({ tale, note }) => (
          <div key={tale.id} className="letter-tale">
            <TaleCard tale={tale} eager={isFirst} wide={kind === 'week'} />
            {note === '' ? null : (
              <p className="letter-note">
                <bdi>{note}</bdi>
              </p>
            )}
          </div>
        ))}
      </div>
      {more === null ? null : (
        <p className="letter-more">
          <a className="link" href={urls.recent()}>
            {moreTalesText(more)}
          </a>
        </p>
      )}
    </section>
  );
}

function NeighbourLink({ issue: { slug, title }, name }: { issue: { slug: string; title: string }; name: string }) {
  return (
    <a href={urls.newsletter(slug)}>
      <span className="byline">{name}</span>
      <bdi>{title}</bdi>
    </a>
  );
}

/** Target of the subscriber links in test emails. */
export function IssueTestPage() {
  return (
    <div className="page page-end">
      <EmptyState
        spot="owl"
        level={1}
        title="This was a test"
        text="In an email to a subscriber, this link opens their newsletter settings. Nothing has changed."
      >
        <a className="btn btn-solid" href={urls.newsletter()}>
          View past issues
        </a>
      </EmptyState>
    </div>
  );
}
