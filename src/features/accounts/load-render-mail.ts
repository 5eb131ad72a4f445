import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderMail } from './account-mail.ts';

/**
 * Draws mails with the templates of the build. They are loaded at the first mail: a site of readers does without them.
 * `root`: the folder of the project.
 */
export function loadRenderMail(root: string): RenderMail {
  const file = pathToFileURL(path.join(root, 'dist/server/mails.js')).href;
  return async (mail) => {
    // A file of the build, which the compiler has not seen.
    const { renderMail } = (await import(file)) as { renderMail: RenderMail };
    return renderMail(mail);
  };
}
