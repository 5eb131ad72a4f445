import { createContext } from 'react';

export type LinkTarget = { key: string; href: string; title: string; note: string };

/** Hook that finds pages of this site for the link dialog. Provided by the page, so that the editor does not depend on search. */
export const LinkSuggestions = createContext<(input: string) => readonly LinkTarget[]>(() => []);
