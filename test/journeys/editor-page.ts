import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Editor } from '@tiptap/core';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { bundleForBrowser } from '../browser-bundle.ts';
import type { Harness } from '../editor-harness.tsx';

/** The editor alone on a page with the site's content security policy and styles. */

const STYLES = fileURLToPath(new URL('../../src/ui/styles', import.meta.url));
const FILES = ['account/dialog.css', 'account/fields.css', 'editor/bar.css', 'editor/page.css', 'editor/notes.css', 'editor/find.css'];
const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#2f7570"/></svg>';

let script: Promise<string> | undefined;

/** Opens the editor with this HTML, and waits until it is editable. */
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
  await page.route('**/media/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: IMAGE }));
  await page.addInitScript((text) => Object.assign(globalThis, { initialHtml: text }), html);
  await page.goto('/harness');
  await textOf(page).waitFor();
}

export function textOf(page: Page) {
  return page.getByRole('textbox', { name: 'Content', exact: true });
}

export function toolbarButton(page: Page, name: string) {
  return page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
}

/** Returns the HTML that the form would save. */
export function htmlOf(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as { harness: Harness }).harness.html());
}

/** Returns how often the form was submitted. */
export function submitCount(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { harness: Harness }).harness.sent);
}

/** Returns the values passed to `onChange`, in order. */
export function changesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { harness: Harness }).harness.changes);
}

export function sourceOf(page: Page) {
  return page.getByRole('textbox', { name: 'Content, as HTML' });
}

/** Waits until the editor has the focus and its selection again, a frame after a panel is closed. */
export async function waitForTextFocus(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.waitForFunction(() => document.activeElement?.matches('.editor-page'));
  // ProseMirror restores its selection 20 ms after it gets the focus.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 25)));
}

/** Waits until ProseMirror's own selection is this text: it follows the DOM selection with a delay. */
export async function waitForSelection(page: Page, text: string): Promise<void> {
  await page.waitForFunction((expected) => {
    const { editor } = document.querySelector('.editor-page') as unknown as { editor: Editor };
    return editor.state.doc.textBetween(editor.state.selection.from, editor.state.selection.to) === expected;
  }, text);
}

/** Waits for the `selectionchange` event of a keyboard selection. */
export async function waitForSelectionChange(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Dispatches a paste event with this clipboard content. */
export async function paste(page: Page, content: { html?: string; text?: string }): Promise<void> {
  await waitForSelectionChange(page);
  await textOf(page).evaluate((element, { html, text }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    if (text !== undefined) data.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, content);
}
