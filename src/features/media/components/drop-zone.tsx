import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif';

type Props = {
  /** What may be dropped on: all of it, not the words alone. */
  area: RefObject<HTMLElement | null>;
  onFiles: (files: File[]) => void;
  several?: boolean;
  children?: ReactNode;
};

/** A place for files: dropped on the area, pasted anywhere outside a field, or chosen by the button. */
export function DropZone({ area, onFiles, several = true, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDropped(area, onFiles, several);
  return (
    <div className={isOver ? 'drop-zone is-over' : 'drop-zone'}>
      <p>
        {isOver
          ? 'Let go to upload'
          : (children ?? (several ? 'Drop pictures here, paste them, or' : 'Drop a picture here, paste one, or'))}
      </p>
      <button type="button" className="btn btn-line" onClick={() => input.current?.click()}>
        {several ? 'Upload pictures' : 'Upload a picture'}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
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
export function useDropped(area: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void, several: boolean): boolean {
  const [depth, setDepth] = useState(0);
  const heard = useRef(onFiles);
  heard.current = onFiles;
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const give = (data: DataTransfer | null): boolean => {
      const files = [...(data?.files ?? [])];
      if (files.length > 0) heard.current(several ? files : files.slice(0, 1));
      return files.length > 0;
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
      give(event.dataTransfer);
    });
    document.addEventListener(
      'paste',
      (event) => {
        const { target } = event;
        const isInField = target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName));
        // With a dialog open, what is behind it is not meant.
        const open = document.querySelector('dialog[open]');
        if (isInField || (open !== null && !open.contains(element)) || event.defaultPrevented) return;
        if (give(event.clipboardData)) event.preventDefault();
      },
      { signal },
    );
    return () => stop.abort();
  }, [area, several]);
  return depth > 0;
}
