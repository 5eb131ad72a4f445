import { type ReactNode, useId } from 'react';
import { ageLabel } from '#src/features/tales/browse-query.ts';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Breadcrumbs, PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import type { ComparedTale, TaleTypeView } from '../contract.ts';

const EAGER_COVERS = 4;

/** The versions of a tale, each with its origin. */
export function TaleTypePage({ type }: { type: TaleTypeView }) {
  const { number, name, title, description, tales, next } = type;
  const here = urls.taleType(number);
  return (
    <div className="page page-end">
      <Breadcrumbs
        trail={[
          { name: 'Home', href: urls.home() },
          { name: 'Browse Tales', href: urls.tales() },
        ]}
        here={name}
      />
      <PageHead eyebrow={`Tale type ATU ${number}`} title={title} lede={description} />
      {tales.length > 1 ? (
        <p className="compare-open">
          <a className="btn btn-line" href={urls.taleType(number, tales[0]?.slug)}>
            Compare versions
            <Icon name="arrow" />
          </a>
        </p>
      ) : null}
      <h2 className="visually-hidden">Tales</h2>
      <ul className="grid browse-grid">
        {tales.map((tale, index) => (
          <li key={tale.id}>
            <p className="version-origin">{tale.origin || 'Origin unknown'}</p>
            <TaleCard tale={tale} eager={index < EAGER_COVERS} />
          </li>
        ))}
      </ul>
      {next === null ? null : (
        <p className="more">
          <a className="btn btn-line btn-lg" href={`${here}?after=${next}`}>
            Older versions
          </a>
        </p>
      )}
    </div>
  );
}

type Comparison = NonNullable<TaleTypeView['comparison']>;
type Row = { name: string; isText?: true; of: (tale: ComparedTale) => ReactNode };

const FIELDS = ['first', 'second', 'third'] as const;
const LABELS = ['First version', 'Second version', 'Third version'];

/** Rows without a value in any version are omitted. `isText`: in the language of the tale. */
const ROWS: readonly Row[] = [
  { name: 'Origin', of: ({ origin }) => origin },
  { name: 'Author', of: ({ author }) => author },
  { name: 'Source', of: ({ source }) => source },
  { name: 'Age', of: ({ ageBand }) => ageBand && ageLabel(ageBand) },
  { name: 'Time', of: ({ readTime, aloudTime }) => `${readTime} min read, ${aloudTime} min aloud` },
  { name: 'Tale type', of: ({ taleType }) => taleType },
  { name: 'Motifs', of: ({ motifs }) => motifs.join(', ') },
  { name: 'Beginning', isText: true, of: ({ opening }) => opening },
  { name: 'Ending', isText: true, of: ({ ending }) => ending },
  { name: 'To talk about', isText: true, of: ({ questions }) => (questions.length > 0 ? <Questions of={questions} /> : '') },
];

const TASKS = ['What is the same?', 'What is different?', 'Which version would you tell, and why?'];
const LINES = ['first', 'second', 'third', 'fourth'];

/** Up to three versions of a tale side by side, with lines for notes, to print. */
export function ComparisonPage({ type, comparison }: { type: TaleTypeView; comparison: Comparison }) {
  const { versions, options } = comparison;
  return (
    <div className="page page-end compare-page">
      <Breadcrumbs
        trail={[
          { name: 'Home', href: urls.home() },
          { name: type.name, href: urls.taleType(type.number) },
        ]}
        here="Compare versions"
      />
      <PageHead eyebrow={`Tale type ATU ${type.number}`} title={type.title} />
      <VersionForm action={urls.taleType(type.number)} versions={versions} options={options} />
      <p className="compare-name" aria-hidden="true">
        <span>Name</span>
        <span>Date</span>
      </p>
      <ComparisonTable versions={versions} />
      <section className="compare-notes" aria-label="Notes">
        {TASKS.map((task) => (
          <div key={task}>
            <h2>{task}</h2>
            {LINES.map((line) => (
              <span key={line} className="note-line" />
            ))}
          </div>
        ))}
      </section>
    </div>
  );
}

/** Choice of the versions, also without JavaScript. */
function VersionForm({ action, versions, options }: { action: string } & Comparison) {
  const id = useId();
  return (
    <form className="compare-form" method="get" action={action}>
      {FIELDS.map((field, index) => (
        <div key={field}>
          <label className="label" htmlFor={`${id}-${field}`}>
            {LABELS[index]}
          </label>
          <select id={`${id}-${field}`} name={field} className="input" defaultValue={versions[index]?.slug ?? 'none'}>
            {index > 0 ? <option value="none">None</option> : null}
            {options.map(({ slug, title, origin }) => (
              <option key={slug} value={slug}>
                {origin ? `${title} (${origin})` : title}
              </option>
            ))}
          </select>
        </div>
      ))}
      <div className="compare-acts">
        <button type="submit" className="btn btn-line">
          Compare
        </button>
        <button type="button" className="btn btn-solid needs-script" onClick={() => print()}>
          <Icon name="print" />
          Print
        </button>
      </div>
      {options.length > 1 ? null : <p className="compare-alone">The library has no other version of this tale yet.</p>}
    </form>
  );
}

function ComparisonTable({ versions }: { versions: readonly ComparedTale[] }) {
  const rows = ROWS.filter(({ of }) => versions.some((tale) => of(tale) !== ''));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: small screens scroll it, also by keyboard
    <section className="compare-scroll" aria-label="Comparison" tabIndex={0}>
      <table className="compare-table">
        <thead>
          <tr>
            <th scope="col">Title</th>
            {versions.map(({ slug, title, language }) => (
              <th key={slug} scope="col" lang={language}>
                <a href={urls.tale(slug)}>{title}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, isText, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {versions.map((tale) => (
                <td key={tale.slug} lang={isText && tale.language}>
                  {of(tale) || <span lang="en">Unknown</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Questions({ of }: { of: readonly string[] }) {
  return (
    <ol>
      {of.map((question) => (
        <li key={question}>{question}</li>
      ))}
    </ol>
  );
}
