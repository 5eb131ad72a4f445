import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

type Props = {
  /** What may be dropped on: all of it, not the words alone. */
  area: RefObject<HTMLElement | null>;
  onFiles: (files: File[]) => void;
  /** Which files the button offers: media types and endings. */
  accept: string;
  several?: boolean;
  /** What the button says. */
  button: string;
  /** The files of what is dropped or pasted; without it those that the browser names. */
  filesOf?: FilesOf;
  children: ReactNode;
};

/** Called while the drop lasts: later the browser shows nothing of it. */
type FilesOf = (data: DataTransfer) => File[] | Promise<File[]>;

/** A place for files: dropped on the area, pasted anywhere outside a field, or chosen by the button. */
export function DropZone({ area, onFiles, accept, several = true, button, filesOf = named, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDropped(area, onFiles, { several, filesOf });
  return (
    <div className={isOver ? 'drop-zone is-over' : 'drop-zone'}>
      <p>{isOver ? 'Let go to upload' : children}</p>
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
          // The same file may be chosen again after it was refused.
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Hears of files that are dropped on the area or pasted. Returns whether some hang over it. */
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
    // Entered and left are also its parts.
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
        // With a dialog open, what is behind it is not meant.
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
