import { useRef, useState } from 'react';
import { toast } from '#src/ui/toast.ts';

type Saved<Choice> = {
  first: Choice;
  /** Has the server keep it, and returns what is kept now. */
  keep: (choice: Choice) => Promise<Choice>;
  /** Carries it out beyond the form, also when it goes back. */
  show?: (choice: Choice) => void;
};

/**
 * Saves a choice at once and says so. It shows before the answer; when it cannot be saved it is as before, and that is said.
 * Choices that follow each other quickly are sent in their order, and what is said is said once.
 */
export function useSavedChoice<Choice>({ first, keep, show }: Saved<Choice>): { choice: Choice; save: (choice: Choice) => void } {
  const [shown, setShown] = useState(first);
  const last = useRef<Promise<void>>(Promise.resolve());
  const turn = useRef(0);
  const kept = useRef(first);

  async function send(choice: Choice, own: number): Promise<void> {
    try {
      kept.current = await keep(choice);
      if (turn.current !== own) return;
      await toast({ title: 'Settings saved' });
    } catch (error) {
      if (turn.current !== own) return;
      draw(kept.current);
      await toast({ title: 'Error', text: error instanceof Error ? error.message : 'An unknown error occurred', wrong: true });
    }
  }

  function draw(choice: Choice): void {
    setShown(choice);
    show?.(choice);
  }

  return {
    choice: shown,
    save: (choice) => {
      turn.current += 1;
      const own = turn.current;
      draw(choice);
      last.current = last.current.then(() => send(choice, own));
    },
  };
}
