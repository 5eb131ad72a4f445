import { type ReactNode, type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { ContentEditor } from '#src/features/editor/components/content-editor.tsx';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { useMediaPicker } from '#src/features/media/components/use-media-picker.tsx';
import { useField, useFormStore } from './form-context.ts';
import { FormField } from './form-field.tsx';
import { LivePreview } from './live-preview.tsx';

/** The text of the tale in its editor. It is read from there when it is needed, and is no state of the page. */
export function ContentField({ handle }: { handle: RefObject<EditorHandle | null> }): ReactNode {
  const store = useFormStore();
  const problems = useSyncExternalStore(store.subscribe, () => store.problems().content) ?? NONE;
  const { value: language } = useField('language');
  const { pick, dialog } = useMediaPicker();
  const [initial, setInitial] = useState(() => store.values().content);

  useLayoutEffect(() => {
    let latest = store.values().content;
    store.placeText({
      read: () => handle.current?.html() ?? latest,
      write: (html) => {
        latest = html;
        // The editor may be on its way still: then it begins with this.
        setInitial(html);
        handle.current?.set(html);
      },
    });
    return () => store.placeText(null);
  }, [store, handle]);

  return (
    <FormField name="content" problems={problems} isGroup>
      {({ id, describedBy, isWrong }) => (
        <>
          <ContentEditor
            initial={initial}
            onChange={() => store.touchText()}
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
            preview={() => <LivePreview />}
          />
          {dialog}
        </>
      )}
    </FormField>
  );
}

const NONE: readonly string[] = [];
