import { type ReactNode, useEffect, useState } from 'react';
import { formatDate } from '#src/ui/format.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { SectionHead } from '#src/ui/page-head.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { RANDOM_TALE, readSessionValue, writeSessionValue } from '#src/ui/session-value.ts';
import { urls } from '#src/urls.ts';
import { ageLabel } from '../browse-query.ts';
import type { Link, TaleView } from '../contract.ts';
import { TaleCard } from './tale-card.tsx';

/** Cover, title and facts of a tale; `children` are rendered below the facts. */
export function TaleHead({ tale, children }: { tale: TaleView; children?: ReactNode }) {
  return (
    <header className="tale-head">
      <span className="cover tale-cover">
        <Picture address={tale.coverImage} sizes="(max-width: 60rem) 15rem, 22rem" fetchPriority="high" />
      </span>
      <div className="tale-title">
        <p>
          <a className="badge" href={urls.category(tale.category.slug)}>
            {tale.category.name}
          </a>
        </p>
        <h1 lang={tale.language}>{tale.title}</h1>
        <p className="standfirst" lang={tale.language}>
          {tale.excerpt}
        </p>
        <dl className="facts">
          <Fact icon="feather" name="Author">
            <PersonLink {...tale.author} />
          </Fact>
          <Fact icon="clock" name="Read time">
            {tale.readTime} min read · {tale.aloudTime} min aloud
          </Fact>
          {tale.ageBand ? (
            <Fact icon="person" name="Age">
              {ageLabel(tale.ageBand)}
            </Fact>
          ) : null}
          <Fact icon="book" name="Published">
            <time dateTime={tale.publishDate}>{formatDate(tale.publishDate)}</time>
          </Fact>
        </dl>
        <GoodToKnow notes={tale.contentNotes.join(', ').replaceAll('-', ' ')} />
        {children}
      </div>
    </header>
  );
}

/** Content notes in one line, which unfolds to all of them and to tales that have none. */
function GoodToKnow({ notes }: { notes: string }) {
  if (notes === '') return null;
  return (
    <details className="good-to-know">
      <summary>
        <span>Good to know: {notes}</span>
        <Icon name="down" className="fold-turn" />
      </summary>
      <a className="link" href={`${urls.tales()}?calm=yes`}>
        Tales with nothing scary
      </a>
    </details>
  );
}

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Icon name={icon} />
        <span className="visually-hidden">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

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

/** “Why it matters” and questions to talk about; nothing if the tale has neither. */
export function DiscussionQuestions({ tale }: { tale: TaleView }) {
  if (tale.whyItMatters === '' && tale.questions.length === 0) return null;
  return (
    <section className="after-tale" aria-labelledby="after-tale">
      <h2 id="after-tale">{tale.questions.length > 0 ? 'To talk about' : 'Why it matters'}</h2>
      {tale.whyItMatters ? <p className="why-it-matters">{tale.whyItMatters}</p> : null}
      {tale.questions.length > 0 ? (
        <ol>
          {tale.questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

function PersonLink({ slug, name }: Link) {
  return (
    <a className="link" href={urls.author(slug)}>
      {name}
    </a>
  );
}

const CREDIT_LABELS = { translator: 'Translated by', editor: 'Edited by', illustrator: 'Illustrated by' };

/** Source, rights, credited people and origin. */
export function Credits({ tale }: { tale: TaleView }) {
  const facts = [
    ...Object.entries(CREDIT_LABELS).map(([role, name]) => ({
      name,
      value: tale.credits
        .filter((credit) => credit.role === role)
        .flatMap((credit, index) => [index > 0 ? ', ' : '', <PersonLink key={credit.slug} {...credit} />]),
    })),
    { name: 'Origin', value: tale.origin },
    {
      name: 'Tale type',
      value: tale.variantType ? (
        <a className="link" href={urls.taleType(tale.variantType)}>
          {tale.taleType}
        </a>
      ) : (
        tale.taleType
      ),
    },
    { name: 'Motifs', value: tale.motifs.join(', ') },
  ].filter((fact) => String(fact.value));
  const lines = [tale.retoldFrom ? `Retold from ${tale.retoldFrom}` : '', tale.source, tale.rights].filter((line) => line !== '');
  if (lines.length === 0 && facts.length === 0) return null;
  return (
    <footer className="colophon">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <dl>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}

/** Similar tales, each with what it has in common with this one. */
export function RelatedTales({ tale: { related, slug, variantType } }: { tale: TaleView }) {
  if (related.length === 0) return null;
  return (
    <section className="liked">
      <SectionHead title="If you liked this" href={variantType ? urls.taleType(variantType, slug) : ''} more="Compare versions" />
      <ul className="grid grid-3">
        {related.map((tale) => (
          <li key={tale.id}>
            <p className="liked-reason">{tale.reason}</p>
            <TaleCard tale={tale} wide />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Link to another random tale, if this one was opened by chance. Rendered in the browser only, as pages are cached for everyone. */
export function AnotherRandomTale() {
  const [isRandom, setRandom] = useState(false);
  useEffect(() => {
    setRandom(readSessionValue(RANDOM_TALE) !== null);
    writeSessionValue(RANDOM_TALE, null);
  }, []);
  if (!isRandom) return null;
  return (
    <a className="btn btn-line" href={urls.random()}>
      <Icon name="dice" />
      Another one
    </a>
  );
}
