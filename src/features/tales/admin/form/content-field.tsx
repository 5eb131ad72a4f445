import '#src/ui/styles/tale/sheets.css';
import '#src/ui/styles/tale/index.css';
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { ContentEditor } from '#src/features/editor/components/content-editor.tsx';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { useMediaPicker } from '#src/features/media/components/use-media-picker.tsx';
import { THEMES, type Theme, useTheme } from '#src/ui/theme.ts';
import { THEME_NAMES } from '#src/ui/theme-names.ts';
import { Credits, DiscussionQuestions, TaleHead } from '../../components/tale-sections.tsx';
import type { TaleFields, TaleView } from '../../contract.ts';
import { FormField, useField, useFormPause, useFormStore, useProblems } from './form-field.tsx';

/** The text of the tale. It stays in its editor, which the store reads on demand. */
export function ContentField({ handle }: { handle: RefObject<EditorHandle | null> }) {
  const store = useFormStore();
  const { value: language } = useField('language');
  const { pick, dialog } = useMediaPicker();
  const [initial, setInitial] = useState(() => store.values().content);

  useLayoutEffect(() => {
    let latest = store.values().content;
    store.attachEditor({
      read: () => handle.current?.html() ?? latest,
      write: (html) => {
        latest = html;
        // Used if the editor is still loading.
        setInitial(html);
        handle.current?.set(html);
      },
    });
    return () => store.attachEditor(null);
  }, [store, handle]);

  return (
    <FormField name="content" problems={useProblems('content')} isGroup>
      {({ id, describedBy, isWrong }) => (
        <>
          <ContentEditor
            initial={initial}
            onChange={() => store.markTextChanged()}
            handle={handle}
            labelledBy={`${id}-label`}
            describedBy={describedBy}
            isInvalid={isWrong}
            language={language}
            title={() => store.values().title}
            pickPicture={async () => {
              const picture = await pick();
              return picture && { src: picture.address, alt: picture.alt, width: picture.width, height: picture.height };
            }}
            preview={() => <TalePreview />}
          />
          {dialog}
        </>
      )}
    </FormField>
  );
}

const PREVIEW_DELAY_MS = 400;

/** The tale of the form as readers will see it, in a theme of choice. Links are inactive. */
function TalePreview() {
  const store = useFormStore();
  const [fields, setFields] = useState(() => store.read());
  useFormPause(PREVIEW_DELAY_MS, () => setFields(store.read()));
  const pageTheme = useTheme();
  const [theme, setTheme] = useState<Theme>(pageTheme);
  const { tale, failure } = usePreview(fields);
  return (
    <div className="tale-preview">
      <fieldset className="preview-themes">
        <legend className="visually-hidden">Theme of the preview</legend>
        {THEMES.map((name) => (
          <label key={name} className="swatch" data-theme={name}>
            <input type="radio" name="preview-theme" checked={theme === name} onChange={() => setTheme(name)} />
            <b aria-hidden="true">Aa</b>
            {THEME_NAMES[name]}
          </label>
        ))}
      </fieldset>
      {failure ? (
        <p className="panel-note" role="alert">
          The preview could not be loaded. {failure}
        </p>
      ) : null}
      {tale === null ? (
        failure ? null : (
          <p className="panel-note" role="status">
            Loading preview...
          </p>
        )
      ) : (
        <PreviewSheet tale={tale} theme={theme} />
      )}
    </div>
  );
}

/** Uses the components of the public tale page. */
function PreviewSheet({ tale, theme }: { tale: TaleView; theme: Theme }) {
  return (
    <div className="preview-sheet" data-theme={theme} onClickCapture={ignoreLinks}>
      <article className="tale-page">
        <TaleHead tale={tale} />
        <div
          className="prose"
          lang={tale.language}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server for this preview
          dangerouslySetInnerHTML={{ __html: tale.content }}
        />
        <span className="ornament fin" />
        <DiscussionQuestions tale={tale} />
        <Credits tale={tale} />
      </article>
    </div>
  );
}

function ignoreLinks(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
}

function usePreview(fields: TaleFields): { tale: TaleView | null; failure: string } {
  const [result, setResult] = useState<{ tale: TaleView | null; failure: string }>({ tale: null, failure: '' });
  useEffect(() => {
    let isLatest = true;
    apiRequest<TaleView>('POST', '/admin/previews', fields).then(
      (tale) => isLatest && setResult({ tale, failure: '' }),
      (error: Error) => isLatest && setResult((before) => ({ ...before, failure: error.message })),
    );
    return () => {
      isLatest = false;
    };
  }, [fields]);
  return result;
}
