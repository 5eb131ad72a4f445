/** Stylesheets are imported for their side effects. */
declare module '*.css';

/** Without meanings in builds: see vite/glossary-forms.ts. */
declare module '*/glossary-words.ts?forms' {
  export const GLOSSARY: readonly import('#src/features/glossary/glossary-line.ts').GlossaryForms[];
}
