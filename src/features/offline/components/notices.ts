/** Two quiet lines at the foot of the window, over whatever page is open: drawn without React, as no page waits for them. */
import { urls } from '#src/urls.ts';

type Line = { text: string; link?: { name: string; href: string }; act?: { name: string; act: () => void }; onDismiss?: () => void };

/** Stands in the page before anything is said in it: only then is it read out. */
let place: HTMLElement | undefined;
const lines = new Map<string, HTMLElement>();

export function showAway(): void {
  const isThere = location.pathname === urls.offline();
  show('away', { text: 'You are offline.', ...(!isThere && { link: { name: 'Kept tales are here.', href: urls.offline() } }) });
}

export function hideAway(): void {
  hide('away');
}

/** Stays until it is taken or waved away. */
export function offerVersion(take: () => void): void {
  show('version', { text: 'A new version is ready.', act: { name: 'Use it now', act: take }, onDismiss: () => hide('version') });
}

function show(name: string, line: Line): void {
  if (lines.has(name)) return;
  place ??= document.body.appendChild(make('div', { className: 'notices', role: 'status' }));
  const element = make('p', { className: 'notice-line' });
  element.append(make('span', { textContent: line.text }));
  if (line.link) element.append(make('a', { className: 'link', href: line.link.href, textContent: line.link.name }));
  if (line.act) element.append(button('btn btn-line', line.act.name, line.act.act));
  if (line.onDismiss) element.append(button('btn btn-quiet', 'Later', line.onDismiss));
  lines.set(name, element);
  // After the region itself, which must be known by then.
  setTimeout(() => place?.append(element));
}

function hide(name: string): void {
  lines.get(name)?.remove();
  lines.delete(name);
}

function button(className: string, textContent: string, act: () => void): HTMLElement {
  const element = make('button', { type: 'button', className, textContent });
  element.addEventListener('click', act);
  return element;
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  about: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), about);
}
