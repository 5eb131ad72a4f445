import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

type Props = {
  /** The element that accepts drops. */
  area: RefObject<HTMLElement | null>;
  onFiles: (files: File[]) => void;
  /** `accept` of the file input: media types and extensions. */
  accept: string;
  several?: boolean;
  button: string;
  /** Extracts the files of a drop or paste; `data.files` by default. */
  filesOf?: FilesOf;
  children: ReactNode;
};

/** Runs during the event, because the browser empties `data` afterwards. */
type FilesOf = (data: DataTransfer) => File[] | Promise<File[]>;

/** Accepts files dropped on `area`, pasted outside of fields, or chosen with the button. */
export function DropZone({ area, onFiles, accept, several = true, button, filesOf = named, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDropped(area, onFiles, { several, filesOf });
  return (
    <div className={isOver ? 'drop-zone is-over' : 'drop-zone'}>
      <p>{isOver ? 'Drop to upload' : children}</p>
      <button type="button" className="btn btn-line" onClick={() => input.current?.click()}>
        {button}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={several}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows choosing the same file again after it was rejected.
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Listens for dropped and pasted files. Returns whether files are being dragged over the area. */
function useDropped(
  area: RefObject<HTMLElement | null>,
  onFiles: (files: File[]) => void,
  { several, filesOf }: { several: boolean; filesOf: FilesOf },
): boolean {
  const [depth, setDepth] = useState(0);
  const heard = useRef({ onFiles, filesOf });
  heard.current = { onFiles, filesOf };
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const take = (data: DataTransfer | null): boolean => {
      if (data === null || data.files.length === 0) return false;
      const give = (files: File[]) => heard.current.onFiles(several ? files : files.slice(0, 1));
      const files = heard.current.filesOf(data);
      if (Array.isArray(files)) give(files);
      else void files.then(give);
      return true;
    };
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      element.addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          act(event);
        },
        { signal },
      );
    // dragenter and dragleave also fire for descendants, so count the depth.
    on('dragenter', () => setDepth((before) => before + 1));
    on('dragleave', () => setDepth((before) => Math.max(0, before - 1)));
    on('dragover', () => {});
    on('drop', (event) => {
      setDepth(0);
      take(event.dataTransfer);
    });
    document.addEventListener(
      'paste',
      (event) => {
        const { target } = event;
        const isInField = target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName));
        // With a dialog open, the page behind it does not take pastes.
        const open = document.querySelector('dialog[open]');
        if (isInField || (open !== null && !open.contains(element)) || event.defaultPrevented) return;
        if (take(event.clipboardData)) event.preventDefault();
      },
      { signal },
    );
    return () => stop.abort();
  }, [area, several]);
  return depth > 0;
}

function named(data: DataTransfer): File[] {
  return [...data.files];
}
