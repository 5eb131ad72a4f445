/** Runs in the page: finds what looks as if it could be clicked, and sees what a press brings about. Uses nothing from outside. */

export type Target = {
  name: string;
  kind: string;
  /** A field or the words of one: only what happens to a field counts, not that its panel has gone. */
  isField: boolean;
  x: number;
  y: number;
};
export type Sweep = {
  /** What is under `within` and can be seen; `wrong`: what a press in the middle of a control would not reach. */
  look(within: string): { wrong: string[]; count: number };
  /** The next control of a kind that was not pressed yet, brought into sight. */
  next(within: string, known: string[], hasLinks: boolean): Target | null;
  /** From now on, what happens is recorded. */
  record(): void;
  happened(isField: boolean): boolean;
  /** Whether the one that `next` told of is still there to be pressed. */
  isThere(): boolean;
};

export function installSweep(): void {
  const CONTROL = 'a[href], button, summary, label, input, select, textarea, [contenteditable="true"], [role]';
  const ROLES = /^(button|link|option|menuitem|tab|checkbox|radio|switch|combobox|slider)$/;
  /** Classes of links and buttons, also on what is neither. */
  const LOOKS = '.go, .btn, .link, .icon-btn, .heart, .chip';
  const OFF = ':disabled, [aria-disabled="true"], [aria-busy="true"], [inert] *';

  const isControl = (element: Element) =>
    element.matches(CONTROL) && (!element.hasAttribute('role') || element.matches('a, button, input') || ROLES.test(element.role ?? ''));
  const closestControl = (element: Element | null): Element | null => {
    let at = element;
    while (at !== null && !isControl(at)) at = at.parentElement;
    return at;
  };
  const hasPointer = (element: Element) =>
    getComputedStyle(element).cursor === 'pointer' &&
    (element.parentElement === null || getComputedStyle(element.parentElement).cursor !== 'pointer');

  /** Not what is there for screen readers alone. */
  const isSeen = (element: Element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.getClientRects().length === 0)
      return false;
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (getComputedStyle(at).clipPath === 'inset(50%)') return false;
    return true;
  };

  /** Of these some cannot be seen. */
  function list(within: string): Element[] {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    return [...document.querySelectorAll(within)]
      .flatMap((place) => [place, ...place.querySelectorAll('*')])
      .filter((element) => modal?.contains(element) ?? true)
      .filter((element) => isControl(element) || element.matches(LOOKS) || hasPointer(element))
      .filter((element) => !element.matches(OFF) && !(element as HTMLLabelElement).control?.matches(':disabled'));
  }

  /** A radio button that is chosen stays so. */
  const isChosen = (element: Element) => {
    const field = element instanceof HTMLLabelElement ? element.control : element;
    return field instanceof HTMLInputElement && field.type === 'radio' && field.checked;
  };

  const nameOf = (element: Element) => {
    const text = (element.ariaLabel ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${text}`;
  };

  /** Which control it is, whatever it is about. */
  const kindOf = (element: Element) => {
    const kin = [element, element.parentElement, element.parentElement?.parentElement];
    return kin
      .map((each) => `${each?.localName}.${each?.getAttribute('class') ?? ''}`)
      .concat(element.role ?? '', element.getAttribute('type') ?? '')
      .join(' ');
  };

  /** The middle of the part that can be seen: of a link in several lines, of its first. */
  function middleOf(element: Element): { x: number; y: number } | null {
    const rect = [...element.getClientRects()].find(({ width, height }) => width > 2 && height > 2);
    if (rect === undefined) return null;
    const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)];
    const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
    return right - left > 2 && bottom - top > 2 ? { x: (left + right) / 2, y: (top + bottom) / 2 } : null;
  }

  /** Whether a press there reaches the control: itself, what is in it or around it, its label or what it labels. */
  function isReached(element: Element, { x, y }: { x: number; y: number }): boolean {
    const hit = document.elementFromPoint(x, y);
    const control = closestControl(hit);
    if (hit === null) return false;
    if (!isControl(element)) return control !== null;
    if (element.contains(hit) || control?.contains(element)) return true;
    const label = hit.closest('label');
    if (label?.control === element || (element as HTMLLabelElement).control === control) return true;
    // Two links to the same place are one.
    return control instanceof HTMLAnchorElement && element instanceof HTMLAnchorElement && control.href === element.href;
  }

  /** Brings it to where nothing lies over it that stays in its place. */
  function bring(element: Element): { x: number; y: number } | null {
    let at = middleOf(element);
    if (at !== null && isReached(element, at)) return at;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    at = middleOf(element);
    return at;
  }

  const happenings: string[] = [];
  const note = (what: string) => happenings.push(what);
  let observer: MutationObserver | undefined;
  let current: Element | undefined;

  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link === null) return;
      note(`goes to ${link.href}`);
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  addEventListener(
    'submit',
    (event) => {
      note('sends a form');
      // Searches and filters turn the page, others would ask the server.
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  for (const type of ['input', 'change', 'toggle', 'invalid', 'cancel']) addEventListener(type, () => note(type), true);
  addEventListener(
    'focusin',
    ({ target }) => (target as Element).matches('input, select, textarea, [contenteditable="true"]') && note('takes the focus'),
    true,
  );
  addEventListener('click', ({ target }) => target instanceof HTMLInputElement && target.type === 'file' && note('asks for a file'));
  const ask = window.fetch;
  // Nothing is changed on the server.
  window.fetch = (input, init) => {
    note('asks the server');
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    return method === 'GET' ? ask(input, init) : new Promise(() => {});
  };
  window.print = () => void note('prints');
  window.open = () => {
    note('opens a window');
    return null;
  };
  navigator.clipboard.writeText = async () => void note('copies');

  const sweep: Sweep = {
    look(within) {
      const all = list(within).filter(isSeen);
      const wrong: string[] = [];
      for (const element of all) {
        const at = bring(element);
        if (at === null || isReached(element, at)) continue;
        const hit = document.elementFromPoint(at.x, at.y);
        wrong.push(`${nameOf(element)} is covered by ${hit === null ? 'nothing' : nameOf(hit)}`);
      }
      return { wrong, count: all.length };
    },
    next(within, known, hasLinks) {
      for (const element of list(within)) {
        const kind = kindOf(element);
        if (known.includes(kind) || isChosen(element)) continue;
        if ((!hasLinks && element.matches('a')) || !isSeen(element)) continue;
        const at = bring(element);
        if (at === null || !isReached(element, at)) continue;
        current = element;
        return { name: nameOf(element), kind, isField: element.matches('label, input, select, textarea'), ...at };
      }
      return null;
    },
    record() {
      happenings.length = 0;
      observer?.disconnect();
      observer = new MutationObserver((records) => {
        for (const { type, target, attributeName } of records)
          note(`${type} ${attributeName ?? ''} ${(target as Element).localName ?? ''}`);
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      // A press on a field that has the focus already does nothing.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      happenings.length = 0;
    },
    happened: (isField) => happenings.some((what) => !isField || /^(input|change|invalid|takes the focus|asks for a file)$/.test(what)),
    isThere() {
      const at = current === undefined ? null : middleOf(current);
      return current !== undefined && at !== null && isReached(current, at);
    },
  };
  Object.assign(window, { __sweep: sweep });
}
