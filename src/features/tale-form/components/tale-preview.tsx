import { type MouseEvent, useEffect, useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import type { TaleFields } from '#src/features/manage/contract.ts';
import { AfterTale } from '#src/features/tales/components/after-tale.tsx';
import { Colophon } from '#src/features/tales/components/colophon.tsx';
import { TaleHead } from '#src/features/tales/components/tale-head.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { THEME_NAMES, THEMES, type Theme, useTheme } from '#src/ui/theme.ts';

/** The tale as a reader will see it, in the theme that is chosen for it here. Its links lead nowhere. */
export function TalePreview({ fields }: { fields: TaleFields }) {
  const pageTheme = useTheme();
  const [theme, setTheme] = useState<Theme>(pageTheme);
  const { tale, failure } = useView(fields);
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
          The preview could not be made. {failure}
        </p>
      ) : null}
      {tale === null ? (
        failure ? null : (
          <p className="panel-note" role="status">
            Loading the preview...
          </p>
        )
      ) : (
        <PreviewSheet tale={tale} theme={theme} />
      )}
    </div>
  );
}

/** Drawn with what draws the page of a tale. */
function PreviewSheet({ tale, theme }: { tale: TaleView; theme: Theme }) {
  return (
    <div className="preview-sheet" data-theme={theme} onClickCapture={stayHere}>
      <article className="tale-page">
        <TaleHead tale={tale} />
        <div
          className="prose"
          lang={tale.language}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has made the text clean for this preview
          dangerouslySetInnerHTML={{ __html: tale.content }}
        />
        <span className="ornament fin" />
        <AfterTale tale={tale} />
        <Colophon tale={tale} />
      </article>
    </div>
  );
}

function stayHere(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
}

function useView(fields: TaleFields): { tale: TaleView | null; failure: string } {
  const [shown, setShown] = useState<{ tale: TaleView | null; failure: string }>({ tale: null, failure: '' });
  useEffect(() => {
    let isWanted = true;
    send<TaleView>('POST', '/admin/previews', fields).then(
      (tale) => isWanted && setShown({ tale, failure: '' }),
      (error: Error) => isWanted && setShown((before) => ({ ...before, failure: error.message })),
    );
    return () => {
      isWanted = false;
    };
  }, [fields]);
  return shown;
}
