/** HTML pages of the development mailbox, without scripts. */
import { html } from 'hono/html';
import type { Eml } from './parse-eml.ts';

type Html = ReturnType<typeof html>;
type StoredEmail = { id: string; eml: Eml };

/** `basePath`: path the routes are mounted at. */
export function renderList(basePath: string, emails: readonly StoredEmail[]): Html {
  const rows = emails.map(
    ({ id, eml }) => html`<li><a href="${basePath}/${id}">${header(eml, 'Subject')}</a>
<span>to <bdi>${header(eml, 'To')}</bdi>, ${header(eml, 'Date')}</span></li>`,
  );
  return renderPage(
    basePath,
    'Emails',
    html`<h1>Emails</h1>
${emails.length === 0 ? html`<p>No emails yet. Emails sent without a mail server appear here; reload this page.</p>` : html`<ol>${rows}</ol>`}`,
  );
}

export function renderEmail(basePath: string, { id, eml }: StoredEmail): Html {
  const headers = eml.headers.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`);
  return renderPage(
    basePath,
    header(eml, 'Subject'),
    html`<p><a href="${basePath}">Emails</a></p>
<h1>${header(eml, 'Subject')}</h1>
<p>to <bdi>${header(eml, 'To')}</bdi></p>
<iframe title="Email" src="${basePath}/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text</h2>
<pre>${linked(eml.text)}</pre>
<h2>Headers</h2>
<dl>${headers}</dl>`,
  );
}

export const STYLES = `:root { color-scheme: light dark; }
body { max-width: 48rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 Georgia, serif; }
h1, h2 { font-weight: 400; }
li { margin-block: 0.5rem; }
li span { display: block; opacity: 0.8; }
iframe { width: 100%; height: 46rem; border: 1px solid; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid; padding: 1rem; }
dt { font-weight: 700; }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
`;

function renderPage(basePath: string, title: string, content: Html): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} · Talewood in development</title>
<link rel="stylesheet" href="${basePath}/style.css">
</head>
<body><main>
${content}
</main></body>
</html>`;
}

function header({ headers }: Eml, wanted: string): string {
  return headers.find(([name]) => name === wanted)?.[1] ?? '';
}

/** Returns the text with its URLs as links. */
function linked(text: string): Html[] {
  return text.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
