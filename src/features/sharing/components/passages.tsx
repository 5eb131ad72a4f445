import { lazy, Suspense, useEffect, useState } from 'react';

const PassageTools = lazy(async () => ({ default: (await import('./passage-tools.tsx')).PassageTools }));

/**
 * Passages of the text with the id `of`: the one that the address leads to, and those that a reader selects to share; see PassageTools.
 * It is fetched with the first of either.
 */
export function Passages({ of, title, path }: { of: string; title: string; path: string }) {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const look = () => {
      const text = document.getElementById(of);
      const selection = getSelection();
      const isSelected = selection?.isCollapsed === false && text !== null && selection.containsNode(text, true);
      if (isSelected || location.hash.startsWith('#words=')) setAsked(true);
    };
    look();
    document.addEventListener('selectionchange', look);
    addEventListener('hashchange', look);
    return () => {
      document.removeEventListener('selectionchange', look);
      removeEventListener('hashchange', look);
    };
  }, [of]);
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <PassageTools of={of} title={title} path={path} />
    </Suspense>
  );
}
