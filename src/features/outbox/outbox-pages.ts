/** The pages of the outbox, for whoever works on the site: plain HTML, without scripts. */
import { html } from 'hono/html';
import type { Eml } from './read-eml.ts';

type Html = ReturnType<typeof html>;
type Mail = { id: string; eml: Eml };

/** `place`: where the outbox is mounted. */
export function drawList(place: string, mails: readonly Mail[]): Html {
  const rows = mails.map(
    ({ id, eml }) => html`<li><a href="${place}/${id}">${header(eml, 'Subject')}</a>
<span>to <bdi>${header(eml, 'To')}</bdi>, ${header(eml, 'Date')}</span></li>`,
  );
  return drawPage(
    place,
    'Outbox',
    html`<h1>Outbox</h1>
${mails.length === 0 ? html`<p>No mails yet. Those that the site sends without a mail server come here; load this page again.</p>` : html`<ol>${rows}</ol>`}`,
  );
}

export function drawMail(place: string, { id, eml }: Mail): Html {
  const headers = eml.headers.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`);
  return drawPage(
    place,
    header(eml, 'Subject'),
    html`<p><a href="${place}">Outbox</a></p>
<h1>${header(eml, 'Subject')}</h1>
<p>to <bdi>${header(eml, 'To')}</bdi></p>
<iframe title="The mail" src="${place}/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
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

function drawPage(place: string, title: string, content: Html): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} · Talewood in development</title>
<link rel="stylesheet" href="${place}/style.css">
</head>
<body><main>
${content}
</main></body>
</html>`;
}

function header({ headers }: Eml, wanted: string): string {
  return headers.find(([name]) => name === wanted)?.[1] ?? '';
}

/** The text with its addresses as links. */
function linked(text: string): Html[] {
  return text.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
