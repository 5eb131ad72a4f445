import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Editor } from '@tiptap/core';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { bundleForBrowser } from '../browser-bundle.ts';
import type { Harness } from '../editor-harness.tsx';

/** The editor alone on a page of the site, under its policy and with its styles. */

const STYLES = fileURLToPath(new URL('../../src/ui/styles', import.meta.url));
const FILES = ['account/dialog.css', 'account/fields.css', 'editor/bar.css', 'editor/page.css', 'editor/notes.css', 'editor/find.css'];
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#2f7570"/></svg>';

let script: Promise<string> | undefined;

/** Opens the editor with this HTML, and waits until it can be written in. */
export async function openEditor(page: Page, html = ''): Promise<void> {
  script ??= bundleForBrowser('test/editor-harness.tsx', 'harnessModule');
  const code = await script;
  const home = await page.request.get(`${inject('origin')}/`);
  const links = (await home.text()).match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const policy = home.headers()['content-security-policy'] ?? '';
  const styles = await Promise.all(FILES.map((file) => readFile(`${STYLES}/${file}`, 'utf8')));
  const body = `<!doctype html><html lang="en"><head><title>Editor</title><meta name="viewport" content="width=device-width">${links.join('')}
    <link rel="stylesheet" href="/harness.css"></head><body><main id="root"></main><script src="/harness.js" defer></script></body></html>`;
  await page.route('**/harness', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body, headers: { 'content-security-policy': policy } }),
  );
  await page.route('**/harness.css', (route) => route.fulfill({ contentType: 'text/css', body: styles.join('\n') }));
  await page.route('**/harness.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
  await page.route('**/media/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }));
  await page.addInitScript((text) => Object.assign(globalThis, { initialHtml: text }), html);
  await page.goto('/harness');
  await textOf(page).waitFor();
}

export function textOf(page: Page) {
  return page.getByRole('textbox', { name: 'Content', exact: true });
}

export function tool(page: Page, name: string) {
  return page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
}

/** The HTML as the form would save it now. */
export function htmlOf(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as { harness: Harness }).harness.html());
}

/** How often the form was sent. */
export function sentOf(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { harness: Harness }).harness.sent);
}

/** What the form was told, in order. */
export function changesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { harness: Harness }).harness.changes);
}

export function sourceOf(page: Page) {
  return page.getByRole('textbox', { name: 'Content, as HTML' });
}

/** The focus, and with it the selection, is given back to the text with the next frame. */
export async function untilWriting(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.waitForFunction(() => document.activeElement?.matches('.editor-page'));
  // 20 ms after it was given the focus, ProseMirror brings its selection back, whatever was selected meanwhile.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 25)));
}

/** Waits until these words are selected for the editor too: ProseMirror reads what is selected on the page a moment later. */
export async function untilSelected(page: Page, words: string): Promise<void> {
  await page.waitForFunction((expected) => {
    const { editor } = document.querySelector('.editor-page') as unknown as { editor: Editor };
    return editor.state.doc.textBetween(editor.state.selection.from, editor.state.selection.to) === expected;
  }, words);
}

/** Waits until the editor has heard of a selection made by keyboard: `selectionchange` is a task of its own. */
export async function untilSelectionKnown(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))));
}

/** Pastes as the browser does it, with this in the clipboard. */
export async function paste(page: Page, content: { html?: string; text?: string }): Promise<void> {
  await untilSelectionKnown(page);
  await textOf(page).evaluate((element, { html, text }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    if (text !== undefined) data.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, content);
}
