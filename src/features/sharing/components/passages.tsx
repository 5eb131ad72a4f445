import { lazy, Suspense, useEffect, useState } from 'react';

const PassageTools = lazy(async () => ({ default: (await import('./passage-tools.tsx')).PassageTools }));

/**
 * Linked and selected passages of the text with the id `of`; see PassageTools, which is loaded with the first of either.
 */
export function Passages({ of, title, path }: { of: string; title: string; path: string }) {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const look = () => {
      const text = document.getElementById(of);
      const selection = getSelection();
      const isSelected = selection?.isCollapsed === false && text !== null && selection.containsNode(text, true);
      if (isSelected || location.hash.startsWith('#words=')) setNeeded(true);
    };
    look();
    document.addEventListener('selectionchange', look);
    addEventListener('hashchange', look);
    return () => {
      document.removeEventListener('selectionchange', look);
      removeEventListener('hashchange', look);
    };
  }, [of]);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <PassageTools of={of} title={title} path={path} />
    </Suspense>
  );
}
