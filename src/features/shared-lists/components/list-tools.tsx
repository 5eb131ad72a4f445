import { type ReactNode, useRef, useState } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';

/** `path`: of the page of the list. `children`: further buttons, shown first. */
type Props = { name: string; slugs: readonly string[]; path: string; loadTale: (slug: string) => Promise<TaleView>; children?: ReactNode };

/** Downloads or prints a list, with discussion questions if wanted. The download is a plain form, which needs no scripts. */
export function ListTools({ name, slugs, path, loadTale, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [progress, setProgress] = useState<number>();

  async function print(): Promise<void> {
    if (progress !== undefined || form.current === null) return;
    const hasQuestions = new FormData(form.current).has('questions');
    setProgress(0);
    try {
      const { printList } = await import('./print-list.ts');
      await printList({ name, path, slugs, hasQuestions }, loadTale, setProgress);
    } catch {
      void toast({ title: "Couldn't load all tales", text: 'Check your connection and try again.', wrong: true });
    }
    setProgress(undefined);
  }

  return (
    <form ref={form} className="shared-list-tools" method="post" action={urls.books()}>
      <input type="hidden" name="title" value={name} />
      {slugs.map((slug) => (
        <input key={slug} type="hidden" name="slug" value={slug} />
      ))}
      {children}
      <button type="submit" className="btn btn-line">
        Download EPUB
      </button>
      <button type="button" className="btn btn-line" aria-disabled={progress !== undefined || undefined} onClick={() => void print()}>
        <Icon name="print" />
        {progress === undefined ? 'Print' : `Loading ${progress} of ${slugs.length}…`}
      </button>
      <label className="check">
        <input type="checkbox" name="questions" value="on" />
        With discussion questions
      </label>
    </form>
  );
}
