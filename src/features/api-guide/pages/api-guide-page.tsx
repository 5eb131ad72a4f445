import { urls } from '#src/urls.ts';
import { Code, EndpointDetails } from '../components/endpoint-details.tsx';
import type { ApiGuide, GuidePart } from '../contract.ts';

/** How programs read the tales and work on the collection, for people. It is drawn by the server and needs no scripts. */
export function ApiGuidePage({ guide }: { guide: ApiGuide }) {
  const { address, reading, editing } = guide;
  return (
    <div className="page guide">
      <div className="browse-head">
        <div>
          <h1>The API</h1>
        </div>
        <p className="lede">
          What people do on these pages, programs can do as well: read the tales, and with a key work on the collection.
        </p>
      </div>
      <div className="guide-columns">
        <Contents reading={reading} editing={editing} />
        <div className="guide-text">
          <Basics address={address} />
          <Parts id="reading" title="Reading the tales" lede="For everyone, without a key." parts={reading} />
          <Parts id="editing" title="Working on the collection" lede="With a key of an administrator." parts={editing} />
        </div>
      </div>
    </div>
  );
}

const BASICS = [
  ['what', 'What it is'],
  ['key', 'How to get a key'],
  ['errors', 'When something is wrong'],
  ['versions', 'Versions'],
  ['twice', 'Sending something twice'],
  ['lists', 'Long lists'],
] as const;

function Contents({ reading, editing }: Pick<ApiGuide, 'reading' | 'editing'>) {
  return (
    <nav className="guide-contents" aria-label="On this page">
      <ul>
        {BASICS.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
        <Chapter id="reading" title="Reading the tales" parts={reading} />
        <Chapter id="editing" title="Working on the collection" parts={editing} />
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

function Basics({ address }: { address: string }) {
  return (
    <>
      <section id="what">
        <h2>What it is</h2>
        <p>
          Everything stands below <code>{address}</code>, and speaks JSON in UTF-8. Times are ISO 8601 in UTC. The same description for
          machines, in OpenAPI 3.1, is at{' '}
          <a className="link" href={urls.api('/openapi.json')}>
            /api/v1/openapi.json
          </a>
          .
        </p>
        <Code label="A first request" text={`curl '${address}/tales?q=snow'`} />
      </section>
      <section id="key">
        <h2>How to get a key</h2>
        <p>
          Administrators make keys under{' '}
          <a className="link" href={urls.manageKeys()}>
            Manage, API keys
          </a>
          . A key may read, or read and write; it works in the name of who made it, and only as long as that person is an administrator. It
          opens the collection, and nothing about people. It is shown once: keep it as you keep a password. Whoever finds it is let in until
          someone revokes it.
        </p>
        <Code label="A request with a key" text={`curl '${address}/admin/tales' \\\n  -H 'Authorization: Bearer tw_…'`} />
      </section>
      <section id="errors">
        <h2>When something is wrong</h2>
        <p>
          The answer is a problem (RFC 9457, <code>application/problem+json</code>). <code>code</code> is for programs, <code>detail</code>{' '}
          is a sentence for people, and for 422 <code>errors</code> has sentences by field. With 429 and 503 the header{' '}
          <code>Retry-After</code> says how many seconds to wait.
        </p>
        <Code
          label="A problem"
          text={`{\n  "type": "about:blank",\n  "title": "Unprocessable Entity",\n  "status": 422,\n  "code": "invalid",\n  "detail": "Title is required",\n  "requestId": "9f2c61d07b1e-4k",\n  "errors": { "title": ["Title is required"] }\n}`}
        />
      </section>
      <section id="versions">
        <h2>Versions</h2>
        <p>
          A thing that can be changed is answered with an <code>ETag</code>, such as <code>"7"</code>. Whoever changes it sends that back as{' '}
          <code>If-Match</code>. When somebody else has changed it meanwhile the answer is 412 <code>changed_since</code> and nothing is
          written: read it again, put your changes in, and send them with the new version. Without <code>If-Match</code> it is 428{' '}
          <code>version_needed</code>.
        </p>
      </section>
      <section id="twice">
        <h2>Sending something twice</h2>
        <p>
          When an answer got lost nobody knows whether the thing was done. Send every change with an <code>Idempotency-Key</code> of your
          own making, and after a lost answer the same again: within 24 hours it is carried out once, and the second answer is the first,
          marked <code>Idempotency-Replayed: true</code>.
        </p>
      </section>
      <section id="lists">
        <h2>Long lists</h2>
        <p>
          Lists come in pages. While there is more, <code>next</code> is a text: pass it back as <code>after</code>. At the end it is{' '}
          <code>null</code>.
        </p>
      </section>
    </>
  );
}

function Parts({ id, title, lede, parts }: { id: string; title: string; lede: string; parts: GuidePart[] }) {
  return (
    <section id={id}>
      <h2>{title}</h2>
      <p>{lede}</p>
      {parts.map((part) => (
        <section key={part.id} id={part.id}>
          <h3>{part.title}</h3>
          {part.endpoints.map((endpoint) => (
            <EndpointDetails key={endpoint.id} endpoint={endpoint} />
          ))}
        </section>
      ))}
    </section>
  );
}
