import type { ReactNode, Ref } from 'react';
import type { PickedPicture } from '../writing/insert.ts';

export type EditorHandle = {
  /** The HTML as it stands this moment. */
  html(): string;
  /** Puts other HTML in its place, as a change that can be undone. */
  set(html: string): void;
  focus(): void;
};

export type ContentEditorProps = {
  initial: string;
  /** Called with the HTML at most every 300 ms while it is written, and when the editor is left. */
  onChange: (html: string) => void;
  handle?: Ref<EditorHandle>;
  /** Ids of the elements that name and describe the field. */
  labelledBy: string;
  describedBy?: string | undefined;
  isInvalid?: boolean | undefined;
  /** The language of the tale, as `en`. */
  language?: string | undefined;
  /** The title of the tale at this moment: it is not pasted into the text once more. */
  title: () => string;
  /** Lets the editor choose a picture of the library; null when none was chosen. */
  pickPicture: () => Promise<PickedPicture | null>;
  /** The tale as a reader will see it, with the last HTML given to `onChange`. */
  preview: () => ReactNode;
};
