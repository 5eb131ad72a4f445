/** The editor in a minimal form, for the journeys. */
import { createRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ContentEditor } from '#src/features/editor/components/content-editor.tsx';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { LinkSuggestions } from '#src/features/editor/components/link-suggestions.ts';
import { useLinkSuggestions } from '#src/features/search/components/suggestions.ts';

export type Harness = { html(): string; changes: string[]; sent: number; set(html: string): void };

const { initialHtml = '' } = globalThis as { initialHtml?: string };
const handle = createRef<EditorHandle>();
const harness: Harness = {
  html: () => handle.current?.html() ?? '',
  set: (html) => handle.current?.set(html),
  changes: [],
  sent: 0,
};
Object.assign(globalThis, { harness });

function Page() {
  const [html, setHtml] = useState(initialHtml);
  return (
    <form
      className="page"
      onSubmit={(event) => {
        event.preventDefault();
        harness.sent += 1;
      }}
    >
      <h1>Edit Tale</h1>
      <p className="label" id="content-label">
        Content
      </p>
      <ContentEditor
        initial={initialHtml}
        onChange={(text) => {
          harness.changes.push(text);
          setHtml(text);
        }}
        handle={handle}
        labelledBy="content-label"
        language="en"
        title={() => 'The Frog King'}
        pickPicture={async () => ({ src: '/media/frog-1.webp', alt: '', width: 300, height: 200 })}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: shows the sanitized HTML of the editor
        preview={() => <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
      />
      <button type="submit">Save</button>
    </form>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <LinkSuggestions value={useLinkSuggestions}>
      <Page />
    </LinkSuggestions>,
  );
