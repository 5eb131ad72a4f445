import type { GuideEndpoint, GuideRow } from '../contract.ts';

/** One endpoint: a line, and behind it everything that can be said. */
export function EndpointDetails({ endpoint }: { endpoint: GuideEndpoint }) {
  const { id, method, path, summary, parameters, body, takes, status, answer, gives, refusals, curl } = endpoint;
  return (
    <details className="guide-endpoint" id={id}>
      <summary>
        <span className={`guide-method is-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        <span className="guide-summary">{summary}</span>
      </summary>
      <div className="guide-inner">
        <Rows title="Parameters" rows={parameters} />
        <Rows title="Body" rows={body} />
        {takes.length > 0 ? (
          <>
            <h4>Body</h4>
            <p>The file as it is, its Content-Type one of {takes.join(', ')}.</p>
          </>
        ) : null}
        <Rows title={`Answer ${status}`} rows={answer} isAnswer />
        {gives === undefined ? null : (
          <>
            <h4>Answer {status}</h4>
            <p>
              <code>{gives}</code>
            </p>
          </>
        )}
        {answer.length === 0 && gives === undefined ? (
          <>
            <h4>Answer {status}</h4>
            <p>Nothing but that it is done.</p>
          </>
        ) : null}
        {refusals.length > 0 ? (
          <>
            <h4>Refusals</h4>
            <ul className="guide-refusals">
              {refusals.map((refusal) => (
                <li key={refusal.status}>
                  <b className="figures">{refusal.status}</b> {refusal.text}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <h4>Example</h4>
        <Code text={curl} label={`Example of ${method} ${path}`} />
      </div>
    </details>
  );
}

/** Lines of code, which on a small screen are moved by hand or keyboard. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keyboard too
    <section className="guide-code" tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}

function Rows({ title, rows, isAnswer = false }: { title: string; rows: GuideRow[]; isAnswer?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <dl className="guide-rows">
        {rows.map(({ name, type, isRequired, about }) => (
          <div key={name}>
            <dt>
              <code>{name === '' ? 'the value' : name}</code>
              {isRequired || isAnswer ? null : <span className="guide-optional"> optional</span>}
            </dt>
            <dd>
              {type}
              {about === '' ? null : <span className="guide-about">. {about}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
