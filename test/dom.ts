import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** Renders components into a simulated DOM, and finds and uses elements by role, name and key. For files with `@vitest-environment happy-dom`. */

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const SELECTORS = {
  button: 'button, summary, [role=button]',
  checkbox: 'input[type=checkbox]',
  combobox: '[role=combobox]',
  dialog: 'dialog[open]',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  listbox: '[role=listbox]',
  navigation: 'nav',
  option: '[role=option], option',
  status: '[role=status]',
  textbox: 'textarea, [role=textbox], input:not([role]):not([type=checkbox]):not([type=radio]):not([type=file])',
  toolbar: '[role=toolbar]',
} as const;

type Role = keyof typeof SELECTORS;

/** Renders into the page until the end of the test, and waits for effects. Returns a function that renders other content in its place. */
export async function render(content: ReactNode): Promise<(content: ReactNode) => Promise<void>> {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  // Not afterEach: without isolation this module is loaded once for several files.
  onTestFinished(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
  });
  const update = (next: ReactNode) => act(async () => root.render(next));
  await update(content);
  return update;
}

/** The only visible element with this role and accessible name. */
export function get(role: Role, name?: string): HTMLElement {
  const found = all(role, name);
  if (found.length === 1 && found[0]) return found[0];
  const others = all(role).map((element) => `“${nameOf(element)}”`);
  throw new Error(`${found.length} elements are a ${role} “${name ?? ''}”; there are ${others.join(', ')}`);
}

/** All visible elements with this role, in document order. */
export function all(role: Role, name?: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(SELECTORS[role])].filter(
    (element) => isShown(element) && (name === undefined || nameOf(element) === name),
  );
}

function isShown(element: HTMLElement): boolean {
  const details = element.closest('summary')?.parentElement?.parentElement ?? element;
  return element.closest('[hidden]') === null && details.closest('details:not([open])') === null;
}

export function nameOf(element: HTMLElement): string {
  const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
  const label = element.id === '' ? undefined : document.querySelector(`label[for="${CSS.escape(element.id)}"]`)?.textContent;
  const name = labels.join(' ') || element.getAttribute('aria-label') || label || element.closest('label')?.textContent;
  return (name || (element.textContent ?? '')).replace(/\s+/g, ' ').trim();
}

/** Dispatches pointerdown, mousedown with focus, and click. */
export async function click(element: Element, options: MouseEventInit = {}): Promise<void> {
  await act(async () => {
    const init = { bubbles: true, cancelable: true, ...options };
    element.dispatchEvent(new PointerEvent('pointerdown', init));
    const mayFocus = element.dispatchEvent(new MouseEvent('mousedown', init));
    if (mayFocus) element.closest<HTMLElement>('button, a, input, textarea, summary, [tabindex]')?.focus();
    element.dispatchEvent(new MouseEvent('click', init));
  });
}

/** Presses a key on the focused element: `Ctrl+Shift+z`, `ArrowDown`. Returns false if the page prevented the default action. */
export async function press(keys: string): Promise<boolean> {
  const parts = keys.split('+');
  const key = parts.pop() ?? '';
  const modifiers = { ctrlKey: parts.includes('Ctrl'), shiftKey: parts.includes('Shift'), altKey: parts.includes('Alt') };
  const code = key.length > 1 ? { keyCode: KEY_CODES[key] ?? 0 } : { keyCode: key.toUpperCase().charCodeAt(0) };
  let isDefault = true;
  await act(async () => {
    const init = { key, bubbles: true, cancelable: true, ...modifiers, ...code };
    isDefault = (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init));
  });
  return isDefault;
}

const KEY_CODES: Record<string, number> = { Enter: 13, Escape: 27, Backspace: 8, Tab: 9 };

/** Replaces the text of a field. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await act(async () => {
    field.focus();
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Waits until the check no longer throws. Unlike `vi.waitFor`, it ends the `act` of the last attempt. */
export async function until(check: () => void): Promise<void> {
  for (let attempts = TIMEOUT_MS / INTERVAL_MS; ; attempts -= 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, INTERVAL_MS)));
    try {
      return check();
    } catch (error) {
      if (attempts <= 1) throw error;
    }
  }
}

const INTERVAL_MS = 10;
/** For lazy pages on a busy machine. */
const TIMEOUT_MS = 10_000;
