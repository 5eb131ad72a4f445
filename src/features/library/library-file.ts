import path from 'node:path';
import type { z } from 'zod';
import { FrontMatterError, splitFrontMatter } from '#src/platform/front-matter.ts';
import { StartError } from '#src/platform/start-errors.ts';
import { isBroken } from '#src/platform/text.ts';

/** A file of the library that cannot be used. The message names the file and all that is wrong, field by field. */
export class LibraryFileError extends StartError {
  override name = 'LibraryFileError';

  constructor(file: string, problems: string[]) {
    super(`${file}: ${problems.join('; ')}.`);
  }
}

/**
 * Reads a Markdown file with YAML front matter between lines of three hyphens. The slug is the name of the file. Throws a
 * LibraryFileError. `file` is the path as it is to be named in errors.
 */
export function parseLibraryFile<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
): { slug: string; fields: z.output<Schema>; body: string } {
  const slug = path.basename(file, '.md');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw new LibraryFileError(file, ['its name must be lower-case letters, digits and hyphens']);
  if (isBroken(text)) throw new LibraryFileError(file, ['it has characters that cannot be stored']);
  const parts = split(file, text);
  if (parts === undefined) throw new LibraryFileError(file, ['it must begin with front matter between two lines of ---']);
  const parsed = schema.safeParse(parts.fields);
  if (!parsed.success) throw new LibraryFileError(file, parsed.error.issues.map(describe));
  return { slug, fields: parsed.data, body: parts.body };
}

function split(file: string, text: string): ReturnType<typeof splitFrontMatter> {
  try {
    return splitFrontMatter(text);
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const { line, message } = error;
    throw new LibraryFileError(file, [`front matter: ${line === undefined ? '' : `line ${line}: `}${message}`]);
  }
}

function describe(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
