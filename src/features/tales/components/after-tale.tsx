import type { TaleView } from '#src/features/tales/contract.ts';

/** After the end: what the tale is about, for the grown-up, and questions to talk about. Nothing where neither is known. */
export function AfterTale({ tale }: { tale: TaleView }) {
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
