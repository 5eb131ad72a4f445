/** Turns an AppError into an answer: a problem for programs, a page for people. */
import { STATUS_CODES } from 'node:http';
import { type AppError, problemBody } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';

export type ErrorRequest = { id: string; path: string; accept: string | undefined };
export type ErrorAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * Draws the site's page for a status, as HTML. It must not need the database. The page is kept for five minutes and shared,
 * so nothing of the request may be in it. May return undefined: then the plain page below is used.
 */
export type RenderError = (status: number, request: ErrorRequest) => Promise<string | undefined> | string | undefined;

const KEEP_MS = 5 * 60_000;

export function createErrorAnswers(options: {
  renderError?: RenderError | undefined;
  log: Log;
}): (error: AppError, request: ErrorRequest) => Promise<ErrorAnswer> {
  const pages = new Map<number, { body: string; until: number }>();

  return async (error, request) => {
    const headers = { 'Cache-Control': 'no-store', ...error.headers };
    if (wantsProblem(request)) {
      return {
        status: error.status,
        headers: { 'Content-Type': 'application/problem+json', ...headers },
        body: problemBody(error, request.id),
      };
    }
    return { status: error.status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body: await page(error, request) };
  };

  async function page(error: AppError, request: ErrorRequest): Promise<string> {
    if (error.status < 400) return plainErrorPage(error.status, error.message, request.id);
    const kept = pages.get(error.status);
    if (kept !== undefined && kept.until > performance.now()) return kept.body;
    try {
      const body = await options.renderError?.(error.status, request);
      if (body === undefined) return plainErrorPage(error.status, error.message, request.id);
      pages.set(error.status, { body, until: performance.now() + KEEP_MS });
      return body;
    } catch (cause) {
      options.log.error({ err: cause, requestId: request.id, event: 'error_page_failed' }, 'The page for an error could not be drawn');
      return plainErrorPage(error.status, error.message, request.id);
    }
  }
}

/** A whole page without script, style or any request: what is left when nothing else works. */
export function plainErrorPage(status: number, message: string, requestId: string): string {
  const title = STATUS_CODES[status] ?? 'Error';
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="robots" content="noindex"><title>${status} ${escapeHtml(title)} · Talewood</title></head>`,
    `<body><main><h1>${status}</h1><p>${escapeHtml(message)}</p>`,
    `<p><a href="/">Return to Home</a></p><p><small>Request ${escapeHtml(requestId)}</small></p></main></body></html>`,
    '',
  ].join('\n');
}

function wantsProblem(request: ErrorRequest): boolean {
  if (request.path === '/api' || request.path.startsWith('/api/')) return true;
  const accept = request.accept ?? '';
  return accept.includes('json') && !accept.includes('text/html');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
