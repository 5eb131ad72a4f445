import type { ReactNode, Ref } from 'react';
import type { PickedPicture } from '../writing/tools.ts';

export type EditorHandle = {
  /** Returns the current HTML. */
  html(): string;
  /** Replaces the HTML, as a change that can be undone. */
  set(html: string): void;
  focus(): void;
};

export type ContentEditorProps = {
  initial: string;
  /** Called with the HTML at most every 300 ms while typing, and on blur. */
  onChange: (html: string) => void;
  handle?: Ref<EditorHandle>;
  /** Ids of the elements that label and describe the field. */
  labelledBy: string;
  describedBy?: string | undefined;
  isInvalid?: boolean | undefined;
  /** Language of the tale, for example `en`. */
  language?: string | undefined;
  /** The current title of the tale, which is removed from pasted text. */
  title: () => string;
  /** Opens the image library; resolves to null when cancelled. Without it the text gets no images. */
  pickPicture?: () => Promise<PickedPicture | null>;
  /** Preview of the tale with the last HTML passed to `onChange`. */
  preview?: () => ReactNode;
};
