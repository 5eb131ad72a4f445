import type { HiddenWindow } from './journey.ts';

/** Finds layout problems. Runs in the page, and uses nothing from outside. */

export type LayoutChecks = {
  /** The heading must be in the first viewport. */
  heading?: boolean;
  /** Repeat with text of 200 %. */
  largeText?: boolean;
  /** Fields need a border, and current items a mark other than color. */
  forcedColors?: boolean;
  /** Selector of the part whose text is checked. Default: all of it. */
  within?: string;
};

/** Returns a line for each problem. Runs in the page. */
export function findLayoutProblems(checks: LayoutChecks): string[] {
  type Box = { left: number; top: number; right: number; bottom: number };
  type Clip = Box & { scrollsX: boolean; scrollsY: boolean; cutsOnPurpose: boolean; layer: Element | null };
  type Words = Box & { element: Element; block: Element; layer: Element | null; text: string };
  const root = document.documentElement;
  const problems = new Set<string>();
  const { __hideBy: hideBy } = window as HiddenWindow;

  hideBy?.('clip');
  // Parts that are laid out when they come near the window have no size of their own before.
  const laidOut = new CSSStyleSheet();
  laidOut.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(laidOut);
  if (checks.heading) checkHeading();
  checkText('');
  if (checks.forcedColors) checkForcedColors();
  if (checks.largeText) {
    root.style.fontSize = '200%';
    checkText(' (200 %)');
    root.style.fontSize = '';
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== laidOut);
  hideBy?.('opacity');
  return [...problems];

  function checkHeading(): void {
    const heading = document.querySelector('h1')?.getBoundingClientRect();
    const isSeen = heading && heading.width > 0 && heading.top >= 0 && heading.bottom <= window.innerHeight;
    if (!isSeen) problems.add(`the heading is not in the first viewport: ${heading?.top} to ${heading?.bottom} of ${window.innerHeight}`);
  }

  function checkText(state: string): void {
    const width = root.clientWidth;
    if (root.scrollWidth > width) problems.add(`the page is ${root.scrollWidth} px wide${state}: ${widest(width)}`);
    const clips = new Map<Element, Clip>();
    const words = listWords(clips);
    for (const each of words) {
      const clip = clipOf(each.element, clips);
      const inset = (each.bottom - each.top) * 0.2;
      const cutX = !clip.scrollsX && (each.left < clip.left - 1.5 || each.right > clip.right + 1.5);
      const cutY = !clip.scrollsY && (each.top + inset < clip.top - 1 || each.bottom - inset > clip.bottom + 1);
      if ((cutX || cutY) && !clip.cutsOnPurpose) problems.add(`cut off${state}: ${describe(each)}`);
    }
    for (const [one, other] of overlapping(words)) problems.add(`overlapping${state}: ${describe(one)} and ${describe(other)}`);
  }

  /** Lists lines of visible text with their boxes. */
  function listWords(clips: Map<Element, Clip>): Words[] {
    const found: Words[] = [];
    const shown = new Map<Element, boolean>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || node.nodeValue?.trim() === '' || element.closest('script, style, noscript, option, textarea, svg')) continue;
      if (checks.within !== undefined && element.closest(checks.within) === null) continue;
      let isShown = shown.get(element);
      if (isShown === undefined) {
        isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        shown.set(element, isShown);
      }
      if (!isShown) continue;
      const { layer, left, top, right, bottom } = clipOf(element, clips);
      // For screen readers only.
      if (right - left <= 2 || bottom - top <= 2) continue;
      const block = blockOf(element);
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width < 2 || rect.height < 2) continue;
        const { left: x, right: endX, top: y, bottom: endY } = rect;
        found.push({ left: x, right: endX, top: y, bottom: endY, element, block, layer, text: node.nodeValue?.trim() ?? '' });
      }
    }
    return found;
  }

  /** The area in which an element's content is visible, clipped by its ancestors. */
  function clipOf(element: Element, clips: Map<Element, Clip>): Clip {
    const known = clips.get(element);
    if (known) return known;
    const style = getComputedStyle(element);
    const { position } = style;
    const container = position === 'absolute' || position === 'fixed' ? (element as HTMLElement).offsetParent : element.parentElement;
    const outer: Clip =
      container === null || element === document.body
        ? {
            ...{ left: 0, top: -1e6, right: root.clientWidth, bottom: 1e6 },
            ...{ scrollsX: false, scrollsY: false, cutsOnPurpose: false, layer: null },
          }
        : clipOf(container, clips);
    const clip = { ...outer };
    if (position === 'fixed' || position === 'sticky') clip.layer = element;
    const box = element.getBoundingClientRect();
    if (style.overflowX !== 'visible' && element !== document.body) {
      clip.left = Math.max(clip.left, box.left);
      clip.right = Math.min(clip.right, box.right);
      clip.scrollsX ||= style.overflowX === 'auto' || style.overflowX === 'scroll';
    }
    if (style.overflowY !== 'visible' && element !== document.body) {
      clip.top = Math.max(clip.top, box.top);
      clip.bottom = Math.min(clip.bottom, box.bottom);
      clip.scrollsY ||= style.overflowY === 'auto' || style.overflowY === 'scroll';
    }
    clip.cutsOnPurpose ||= style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    clips.set(element, clip);
    return clip;
  }

  function blockOf(element: Element): Element {
    let block: Element = element;
    while (block.parentElement && /^(inline|contents|ruby)/.test(getComputedStyle(block).display)) block = block.parentElement;
    return block;
  }

  /** Pairs of overlapping lines of different blocks. Fixed and sticky elements are layers of their own. */
  function* overlapping(words: Words[]): Generator<[Words, Words]> {
    const inner = words.map((each) => {
      const inset = (each.bottom - each.top) * 0.22;
      return { ...each, top: each.top + inset, bottom: each.bottom - inset };
    });
    inner.sort((one, other) => one.top - other.top);
    for (const [i, one] of inner.entries()) {
      for (let j = i + 1; j < inner.length; j += 1) {
        const other = inner[j] as Words;
        if (other.top >= one.bottom - 1) break;
        const isBeside = other.left >= one.right - 2 || one.left >= other.right - 2;
        if (isBeside || one.block === other.block || one.layer !== other.layer) continue;
        if (isSeen(one) && isSeen(other)) yield [one, other];
      }
    }
  }

  function isSeen(words: Words): boolean {
    const { left, top, right, bottom } = clipOf(words.element, new Map());
    return words.left < right && words.right > left && words.top < bottom && words.bottom > top;
  }

  function checkForcedColors(): void {
    const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const outlineOf = (element: Element) => {
      const style = getComputedStyle(element);
      return sides.filter((side) => style[`border${side}Style`] !== 'none' && Number.parseFloat(style[`border${side}Width`]) > 0).length;
    };
    for (const field of document.querySelectorAll(
      'input:not([type=checkbox], [type=radio], [type=range], [type=hidden], [type=file], [type=color]), select, textarea, [contenteditable=true]',
    )) {
      const frames = [field, field.parentElement, field.parentElement?.parentElement].filter((each) => each != null);
      if (isShown(field) && !field.closest('[aria-hidden=true]') && !frames.some((each) => outlineOf(each) === 4))
        problems.add(`a field without a border: ${tag(field)}`);
    }
    /** Visible borders and text styles of an element; its colors only if it keeps its own. */
    const look = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo !== undefined && style.content === 'none') return '';
      const lines = sides.map((side) => (style[`border${side}Style`] === 'none' ? '' : style[`border${side}Width`]));
      const colors = style.forcedColorAdjust === 'none' ? [style.color, style.backgroundColor] : [];
      const outline = style.outlineStyle === 'none' ? '' : style.outlineWidth;
      const type = pseudo === undefined ? [style.textDecorationLine, style.fontWeight, style.fontStyle] : [style.content.replace('""', '')];
      return [...type, ...lines, ...colors, outline].join('');
    };
    const looks = (element: Element) =>
      [element, ...element.querySelectorAll('*')]
        .map((each) => {
          const icon = each.tagName === 'svg' ? `${getComputedStyle(each).fill} ${each.innerHTML}` : '';
          return [look(each), look(each, '::before'), look(each, '::after'), icon].join('|');
        })
        .join();
    const kindOf = (element: Element) => [...element.classList].filter((name) => !name.startsWith('is-')).join(' ');
    const current =
      '[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true], [aria-checked=true], label:has(> input:is([type=radio], [type=checkbox]):checked)';
    for (const marked of document.querySelectorAll(current)) {
      if (!isShown(marked)) continue;
      const place = marked.parentElement?.closest('ul, ol, nav, fieldset, [role=group], [role=listbox], div');
      const other = [...(place?.querySelectorAll(marked.tagName) ?? [])].find(
        (each) => isShown(each) && !each.matches(current) && kindOf(each) === kindOf(marked),
      );
      const native = marked.querySelector('input');
      if (native && isShown(native) && getComputedStyle(native).appearance !== 'none' && native.getBoundingClientRect().width > 4) continue;
      if (other && looks(marked) === looks(other)) problems.add(`looks like any other although it is current: ${tag(marked)}`);
    }
  }

  function widest(width: number): string {
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1 && element.checkVisibility({ visibilityProperty: true }),
    );
    return wide.slice(0, 3).map(tag).join(' ');
  }

  function describe({ element, text, left, top, right, bottom }: Words): string {
    const place = [left, top, right, bottom].map(Math.round).join(' ');
    return `“${text.slice(0, 40)}” in ${tag(element)} at ${place}`;
  }

  function tag(element: Element): string {
    return (element.cloneNode() as Element).outerHTML.slice(0, 90);
  }
}
