/** Runs in the page: finds what looks clickable, and observes the effect of a click. Uses nothing from outside. */

export type Target = { name: string; kind: string; isField: boolean; x: number; y: number };

/** Effect of a click; `missed`: it hit something else, as the control has moved or disappeared since it was measured. */
export type Outcome = 'something' | 'nothing' | 'missed';

/** Whose focus behavior: clicked buttons get the focus in Chromium, and not in Safari. Links are clicked as in Chromium only. */
export type Way = 'Chromium' | 'Safari';
export type Known = Record<Way, string[]>;

export type Sweep = {
  /** Counts visible controls in `within`, and holds back from now on what clicks would open, send or change elsewhere; `wrong`: controls that a click in their center does not hit; `hasNew`: whether `next` finds any. */
  look(within: string, known: Known): { wrong: string[]; count: number; hasNew: boolean };
  /** Scrolls the next control of a kind that was not clicked yet into view, and waits until it stands still. */
  next(within: string, known: Known, way: Way): Promise<Target | null>;
  /** Returns the effect of the click after `next`. Waits up to `limitMs` milliseconds for one. */
  outcome(limitMs: number): Promise<Outcome>;
};

export function installSweep(): void {
  const CONTROL = 'a[href], button, summary, label, input, select, textarea, [contenteditable="true"], [role]';
  const ROLES = /^(button|link|option|menuitem|tab|checkbox|radio|switch|combobox|slider)$/;
  /** Classes that look clickable. */
  const LOOKS = '.go, .btn, .link, .icon-btn, .heart, .chip';
  /** How many frames to wait until a control stands still. */
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

  /** Excludes text for screen readers only. */
  const isSeen = (element: Element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.getClientRects().length === 0) return false;
    for (let at: Element | null = element; at !== null && at !== document.documentElement; at = at.parentElement) {
      const { clipPath, opacity } = getComputedStyle(at);
      if (clipPath === 'inset(50%)' || opacity === '0') return false;
    }
    return true;
  };

  const isOfMessage = (element: Element) => element.closest('[data-sonner-toaster]') !== null;

  /** Lists controls, also hidden ones. Toasts come first, as they disappear. */
  function list(within: string): Element[] {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    return [...document.querySelectorAll(within)]
      .flatMap((place) => [place, ...place.querySelectorAll('*')])
      .filter((element) => modal?.contains(element) ?? true)
      .filter((element) => isControl(element) || element.matches(LOOKS) || hasPointer(element))
      .filter((element) => !element.matches(OFF) && !(element as HTMLLabelElement).control?.matches(':disabled'))
      .toSorted((one, other) => Number(isOfMessage(other)) - Number(isOfMessage(one)));
  }

  /** Clicking the chosen one of several has no effect. */
  const isChosen = (element: Element) => {
    if (element.matches('[role="tab"][aria-selected="true"], fieldset > [aria-pressed="true"]')) return true;
    const field = fieldOf(element);
    return field instanceof HTMLInputElement && field.type === 'radio' && field.checked;
  };

  const nameOf = (element: Element) => {
    const text = (element.ariaLabel ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${text}`;
  };

  /** Describes the kind of a control, regardless of its text. */
  const kindOf = (element: Element) => {
    const kin = [element, element.parentElement, element.parentElement?.parentElement];
    return kin
      .map((each) => `${each?.localName}.${each?.getAttribute('class') ?? ''}`)
      .concat(element.role ?? '', element.getAttribute('type') ?? '')
      .join(' ');
  };

  /** Center of the visible part; of the first line if there are several. */
  function middleOf(element: Element): { x: number; y: number } | null {
    const rect = [...element.getClientRects()].find(({ width, height }) => width > 2 && height > 2);
    if (rect === undefined) return null;
    const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)];
    const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
    return right - left > 2 && bottom - top > 2 ? { x: (left + right) / 2, y: (top + bottom) / 2 } : null;
  }

  /** Whether a click there hits the control: itself, its content or parent control, its label or labelled field. */
  function isReached(element: Element, { x, y }: { x: number; y: number }): boolean {
    const hit = document.elementFromPoint(x, y);
    const control = closestControl(hit);
    if (hit === null) return false;
    if (!isControl(element)) return control !== null;
    if (element.contains(hit) || control?.contains(element)) return true;
    const label = hit.closest('label');
    if (label?.control === element || (element as HTMLLabelElement).control === control) return true;
    // Links to the same address are equivalent.
    return control instanceof HTMLAnchorElement && element instanceof HTMLAnchorElement && control.href === element.href;
  }

  /** Scrolls the element to where no fixed element covers it. */
  function bring(element: Element): { x: number; y: number } | null {
    const at = middleOf(element);
    if (at !== null && isReached(element, at)) return at;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return middleOf(element);
  }

  /** The same, once its position is stable for two frames. */
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
  /** Until controls are looked for, the page works as usual, to reach a state of it. */
  let isArmed = false;
  let happened: Promise<void> | undefined;
  let tell: () => void = () => {};
  /** For a field or its label, only events of a field count, not that its panel has closed. */
  const note = (what: string) => {
    if (current === undefined || !isField(current) || /^(input|change|invalid|takes the focus|asks for a file)$/.test(what)) tell();
  };
  /** Not the head, where the site adds links to load scripts when a control is pointed at. */
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => !document.head.contains(target))) note('changes');
  });

  // The first event of a click: effects of hovering are over.
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
      if (!isArmed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  addEventListener(
    'submit',
    (event) => {
      note('sends a form');
      if (!isArmed) return;
      // Would navigate or send a request.
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
  // Changes nothing on the server.
  window.fetch = (input, init) => {
    note('asks the server');
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    return method === 'GET' || !isArmed ? ask(input, init) : new Promise(() => {});
  };
  window.print = () => void note('prints');
  window.open = () => {
    note('opens a window');
    return null;
  };
  navigator.clipboard.writeText = async () => void note('copies');

  const sweep: Sweep = {
    look(within, known) {
      isArmed = true;
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
      isArmed = true;
      if (way === 'Chromium') Object.assign(window, { isChromium: true });
      else Reflect.deleteProperty(window, 'isChromium');
      for (const element of list(within)) {
        if (!isNew(element, known, way) || !isSeen(element)) continue;
        // The blur of another element must not count as an effect, and a focused field cannot get the focus.
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
