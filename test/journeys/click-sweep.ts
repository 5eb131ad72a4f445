/** Runs in the page: finds what looks as if it could be clicked, and sees what a press brings about. Uses nothing from outside. */

export type Target = { name: string; kind: string; isField: boolean; x: number; y: number };

/** What a press has brought about; `missed`: it reached something else, as the control has moved or gone since it was measured. */
export type Outcome = 'something' | 'nothing' | 'missed';

/** Whose focus: buttons that are pressed take it in Chromium, and not in Safari. Links are the same in both, and pressed in the first alone. */
export type Way = 'Chromium' | 'Safari';
export type Known = Record<Way, string[]>;

export type Sweep = {
  /** What is under `within` and can be seen; `wrong`: what a press in the middle of a control would not reach; `hasNew`: whether `next` finds any. */
  look(within: string, known: Known): { wrong: string[]; count: number; hasNew: boolean };
  /** The next control of a kind that was not pressed yet, brought into sight and standing still. */
  next(within: string, known: Known, way: Way): Promise<Target | null>;
  /** Of the press after `next`. Waits up to `limitMs` milliseconds for something to happen. */
  outcome(limitMs: number): Promise<Outcome>;
};

export function installSweep(): void {
  const CONTROL = 'a[href], button, summary, label, input, select, textarea, [contenteditable="true"], [role]';
  const ROLES = /^(button|link|option|menuitem|tab|checkbox|radio|switch|combobox|slider)$/;
  /** Classes of links and buttons, also on what is neither. */
  const LOOKS = '.go, .btn, .link, .icon-btn, .heart, .chip';
  /** So many are waited for until a control stands still. */
  const FRAMES = 60;
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

  const isOfMessage = (element: Element) => element.closest('[data-sonner-toaster]') !== null;

  /** Of these some cannot be seen. Messages come first, as they go by themselves. */
  function list(within: string): Element[] {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    return [...document.querySelectorAll(within)]
      .flatMap((place) => [place, ...place.querySelectorAll('*')])
      .filter((element) => modal?.contains(element) ?? true)
      .filter((element) => isControl(element) || element.matches(LOOKS) || hasPointer(element))
      .filter((element) => !element.matches(OFF) && !(element as HTMLLabelElement).control?.matches(':disabled'))
      .toSorted((one, other) => Number(isOfMessage(other)) - Number(isOfMessage(one)));
  }

  /** One of several that is chosen already stays so. */
  const isChosen = (element: Element) => {
    if (element.matches('[role="tab"][aria-selected="true"], fieldset > [aria-pressed="true"]')) return true;
    const field = fieldOf(element);
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
    const at = middleOf(element);
    if (at !== null && isReached(element, at)) return at;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return middleOf(element);
  }

  /** The same, once it is at the same place in two frames. */
  async function bringToRest(element: Element): Promise<{ x: number; y: number } | null> {
    let at = bring(element);
    for (let frame = 0; frame < FRAMES; frame += 1) {
      await new Promise(requestAnimationFrame);
      const before = at;
      at = bring(element);
      if (at?.x === before?.x && at?.y === before?.y) break;
    }
    return at;
  }

  const isNew = (element: Element, known: Known, way: Way) =>
    !(way === 'Safari' && element.matches('a')) && !known[way].includes(kindOf(element)) && !isChosen(element);
  const isField = (element: Element) => element.matches('label, input, select, textarea');
  const fieldOf = (element: Element) => (element instanceof HTMLLabelElement ? element.control : element);

  let current: Element | undefined;
  let isHit = false;
  let happened: Promise<void> | undefined;
  let tell: () => void = () => {};
  /** Of a field or its words only what happens to a field counts, not that its panel has gone. */
  const note = (what: string) => {
    if (current === undefined || !isField(current) || /^(input|change|invalid|takes the focus|asks for a file)$/.test(what)) tell();
  };
  const observer = new MutationObserver(() => note('changes'));

  // The first of what a press brings about: what pointing at the control has done is over.
  addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y }) => {
      isHit = current !== undefined && isReached(current, { x, y });
      happened = new Promise((resolve) => {
        tell = resolve;
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    true,
  );
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link === null) return;
      note('goes elsewhere');
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
    look(within, known) {
      const all = list(within).filter(isSeen);
      const wrong: string[] = [];
      let hasNew = false;
      for (const element of all) {
        const at = bring(element);
        if (at === null) continue;
        if (isReached(element, at)) {
          hasNew ||= isNew(element, known, 'Chromium') || isNew(element, known, 'Safari');
          continue;
        }
        const hit = document.elementFromPoint(at.x, at.y);
        wrong.push(`${nameOf(element)} is covered by ${hit === null ? 'nothing' : nameOf(hit)}`);
      }
      return { wrong, count: all.length, hasNew };
    },
    async next(within, known, way) {
      if (way === 'Chromium') Object.assign(window, { isChromium: true });
      else Reflect.deleteProperty(window, 'isChromium');
      for (const element of list(within)) {
        if (!isNew(element, known, way) || !isSeen(element)) continue;
        // That something else loses the focus is nothing that happens to the control, and a field that has it already cannot take it.
        const active = document.activeElement;
        if (active instanceof HTMLElement && (within === 'body' || active === fieldOf(element))) active.blur();
        const at = await bringToRest(element);
        if (at === null || !isReached(element, at)) continue;
        current = element;
        return { name: nameOf(element), kind: kindOf(element), isField: isField(element), ...at };
      }
      return null;
    },
    async outcome(limitMs) {
      const limit = new Promise<Outcome>((resolve) => setTimeout(resolve, limitMs, 'nothing'));
      const outcome = isHit ? await Promise.race([happened?.then((): Outcome => 'something'), limit]) : 'missed';
      observer.disconnect();
      isHit = false;
      return outcome ?? 'missed';
    },
  };
  Object.assign(window, { __sweep: sweep });
}
