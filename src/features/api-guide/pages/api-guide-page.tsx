import { urls } from '#src/urls.ts';
import type { ApiGuide, GuideOperation, GuidePart, GuideRow } from '../contract.ts';

/** The guide to the API. It is rendered by the server and needs no scripts. */
export function ApiGuidePage({ guide }: { guide: ApiGuide }) {
  const { address, keySet, reading, managing } = guide;
  return (
    <div className="page guide">
      <div className="browse-head">
        <div>
          <h1>The API</h1>
        </div>
        <p className="lede">Read the tales with your own programs and, with an API key, manage them.</p>
      </div>
      <div className="guide-columns">
        <Contents reading={reading} managing={managing} />
        <div className="guide-text">
          <Basics address={address} keySet={keySet} />
          <Parts id="reading" title="Reading" lede="Public, without an API key." parts={reading} />
          <Parts id="managing" title="Managing" lede="With an API key of an administrator." parts={managing} />
        </div>
      </div>
    </div>
  );
}

const BASICS = [
  ['what', 'Overview'],
  ['key', 'Authentication'],
  ['errors', 'Errors'],
  ['versions', 'Versions and conflicts'],
  ['twice', 'Retries'],
  ['lists', 'Pagination'],
  ['tokens', 'Tokens for other services'],
] as const;

function Contents({ reading, managing }: Pick<ApiGuide, 'reading' | 'managing'>) {
  return (
    <nav className="guide-contents" aria-label="On this page">
      <ul>
        {BASICS.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
        <Chapter id="reading" title="Reading" parts={reading} />
        <Chapter id="managing" title="Managing" parts={managing} />
      </ul>
    </nav>
  );
}

function Chapter({ id, title, parts }: { id: string; title: string; parts: GuidePart[] }) {
  return (
    <li>
      <a href={`#${id}`}>{title}</a>
      <ul>
        {parts.map((part) => (
          <li key={part.id}>
            <a href={`#${part.id}`}>{part.title}</a>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Basics({ address, keySet }: Pick<ApiGuide, 'address' | 'keySet'>) {
  return (
    <>
      <section id="what">
        <h2>Overview</h2>
        <p>
          The base URL is <code>{address}</code>. Requests and responses are JSON in UTF-8, times are ISO 8601 in UTC. The same description
          for programs, in OpenAPI 3.1, is at{' '}
          <a className="link" href={urls.api('/openapi.json')}>
            /api/v1/openapi.json
          </a>
          : it names the types of all requests and responses, so that clients can be generated from it.
        </p>
        <Code label="A first request" text={`curl '${address}/tales?q=snow'`} />
      </section>
      <section id="key">
        <h2>Authentication</h2>
        <p>
          Reading needs no key. Administrators create API keys under{' '}
          <a className="link" href={urls.manageKeys()}>
            Manage, API keys
          </a>
          . A key can read, or read and write. It works for as long as the person who created it is an editor or administrator, and has no
          access to user data. It is shown once: store it like a password, and revoke it if it is exposed.
        </p>
        <Code label="A request with a key" text={`curl '${address}/admin/tales' \\\n  -H 'Authorization: Bearer tw_…'`} />
      </section>
      <section id="errors">
        <h2>Errors</h2>
        <p>
          Errors are problem details (RFC 9457, <code>application/problem+json</code>). <code>code</code> is for programs,{' '}
          <code>detail</code> is a message for people, and with status 422 <code>errors</code> has messages by field. With 429 and 503 the
          header <code>Retry-After</code> says how many seconds to wait.
        </p>
        <Code
          label="A problem"
          text={`{\n  "type": "about:blank",\n  "title": "Unprocessable Entity",\n  "status": 422,\n  "code": "invalid",\n  "detail": "Title is required",\n  "requestId": "9f2c61d07b1e-4k",\n  "errors": { "title": ["Title is required"] }\n}`}
        />
      </section>
      <section id="versions">
        <h2>Versions and conflicts</h2>
        <p>
          Whatever can be changed is returned with an <code>ETag</code>, such as <code>"7"</code>. Send it back as <code>If-Match</code>{' '}
          when you change it. If someone else has changed it since, the response is 412 <code>changed_since</code> and nothing is saved:
          read it again, apply your changes, and send them with the new version. Without <code>If-Match</code> the response is 428{' '}
          <code>version_needed</code>.
        </p>
      </section>
      <section id="twice">
        <h2>Retries</h2>
        <p>
          If a response is lost, you cannot know whether the change was made. Send every change with a unique <code>Idempotency-Key</code>,
          and repeat it with the same key: within 24 hours it runs once, and the second response is a copy of the first, marked{' '}
          <code>Idempotency-Replayed: true</code>.
        </p>
      </section>
      <section id="lists">
        <h2>Pagination</h2>
        <p>
          Long lists are split into pages. <code>next</code> is the cursor of the next page: pass it as <code>after</code>. On the last page
          it is <code>null</code>.
        </p>
      </section>
      <section id="tokens">
        <h2>Tokens for other services</h2>
        <p>
          If the operator of this site has turned it on, a page of this site can get a token (JWT, RFC 7519) that tells another service who
          the logged-in user is: <code>sub</code> is the user id, with <code>name</code> and <code>role</code>. It is valid for five minutes
          and for one service (<code>aud</code>). Services verify it with the keys of <code>{keySet}</code>, which they may cache for ten
          minutes; the algorithm is ES256 and <code>iss</code> the URL of this site.
        </p>
        <Code label="Get a token" text={TOKEN_REQUEST} />
      </section>
    </>
  );
}

const TOKEN_REQUEST = `const response = await fetch('/api/v1/account/tokens', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ audience: 'https://chat.example' }),
  signal: AbortSignal.timeout(10_000),
});
const { token, expiresAt } = await response.json();`;

function Parts({ id, title, lede, parts }: { id: string; title: string; lede: string; parts: GuidePart[] }) {
  return (
    <section id={id}>
      <h2>{title}</h2>
      <p>{lede}</p>
      {parts.map((part) => (
        <section key={part.id} id={part.id}>
          <h3>{part.title}</h3>
          {part.operations.map((operation) => (
            <OperationDetails key={operation.id} operation={operation} />
          ))}
        </section>
      ))}
    </section>
  );
}

/** One operation: a line that opens its parameters, responses and an example. */
export function OperationDetails({ operation }: { operation: GuideOperation }) {
  const { id, method, path, summary, description, parameters, body, requestTypes, status, response, responseType, errors, curl } =
    operation;
  return (
    <details className="guide-endpoint" id={id}>
      <summary>
        <span className={`guide-method is-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        <span className="guide-summary">{summary}</span>
      </summary>
      <div className="guide-inner">
        <p>
          <Text text={description} />
        </p>
        <Rows title="Parameters" rows={parameters} />
        <Rows title="Request body" rows={body} />
        {requestTypes.length > 0 ? (
          <>
            <h4>Request body</h4>
            <p>The file itself, with one of these types as Content-Type: {requestTypes.join(', ')}.</p>
          </>
        ) : null}
        <Rows title={`Response ${status}`} rows={response} isResponse />
        {responseType === undefined ? null : (
          <>
            <h4>Response {status}</h4>
            <p>
              <code>{responseType}</code>
            </p>
          </>
        )}
        {response.length === 0 && responseType === undefined ? (
          <>
            <h4>Response {status}</h4>
            <p>No content.</p>
          </>
        ) : null}
        {errors.length > 0 ? (
          <>
            <h4>Errors</h4>
            <ul className="guide-errors">
              {errors.map((error) => (
                <li key={error.status}>
                  <b className="figures">{error.status}</b> <Text text={error.text} />
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

/** A block of code that scrolls sideways on small screens. */
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

function Rows({ title, rows, isResponse = false }: { title: string; rows: GuideRow[]; isResponse?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <dl className="guide-rows">
        {rows.map(({ name, type, isRequired, description }) => (
          <div key={name}>
            <dt>
              <code>{name === '' ? 'the value' : name}</code>
              {isRequired || isResponse ? null : <span className="guide-optional"> optional</span>}
            </dt>
            <dd>
              {type}
              {description === '' ? null : (
                <span className="guide-about">
                  . <Text text={description} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Text in which backticks mark code. */
function Text({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
