import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SectionHead } from '#src/ui/section-head.tsx';
import { urls } from '#src/urls.ts';
import { letterDay, moreWords, PART_NAMES, paragraphsOf } from '../components/letter-words.ts';
import type { LetterSection, LetterView } from '../contract.ts';

/** A letter that went out, with the tales of it that can still be read. */
export function LetterPage({ letter }: { letter: LetterView }) {
  const { slug, title, opening, sections, previous, next } = letter;
  const trail = [
    { name: 'Home', href: urls.home() },
    { name: 'The weekly letter', href: urls.newsletter() },
  ];
  return (
    <article className="page page-end letter-page">
      <Breadcrumbs trail={trail} here={letterDay(slug)} />
      <PageHead eyebrow={`The weekly letter, ${letterDay(slug)}`} title={title} />
      {opening === '' ? null : (
        <div className="letter-words">
          {paragraphsOf(opening).map((paragraph) => (
            <p key={paragraph}>
              <bdi>{paragraph}</bdi>
            </p>
          ))}
        </div>
      )}
      {sections.length === 0 ? <p className="empty-line">The tales of this letter are not on the shelves any more.</p> : null}
      {pairedSections(sections).map((group) => (
        <div key={group[0]?.tales[0]?.tale.id} className="letter-sections">
          {group.map((section) => (
            <SectionOfLetter key={section.tales[0]?.tale.id} section={section} isFirst={section === sections[0]} />
          ))}
        </div>
      ))}
      <nav className="letter-turns" aria-label="Letters">
        {previous === null ? <span /> : <Turn letter={previous} name="The letter before" />}
        {next === null ? <span /> : <Turn letter={next} name="The letter after" />}
      </nav>
    </article>
  );
}

/** Sections of one tale stand beside each other. */
function pairedSections(sections: readonly LetterSection[]): LetterSection[][] {
  const groups: LetterSection[][] = [];
  for (const section of sections) {
    const open = groups.at(-1);
    if (section.tales.length === 1 && open?.every(({ tales }) => tales.length === 1)) open.push(section);
    else groups.push([section]);
  }
  return groups;
}

function SectionOfLetter({ section: { kind, tales, more }, isFirst }: { section: LetterSection; isFirst: boolean }) {
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
            {moreWords(more)}
          </a>
        </p>
      )}
    </section>
  );
}

function Turn({ letter: { slug, title }, name }: { letter: { slug: string; title: string }; name: string }) {
  return (
    <a href={urls.newsletter(slug)}>
      <span className="byline">{name}</span>
      <bdi>{title}</bdi>
    </a>
  );
}
