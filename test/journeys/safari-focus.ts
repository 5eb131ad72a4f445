/**
 * Emulates how clicks move the focus in Safari: buttons, links, checkboxes and radio buttons are not focused, but their nearest focusable
 * ancestor, if any. `window.isChromium` disables it. Runs in the page before its scripts; cannot use outer variables.
 */
export function focusAsSafari(): void {
  const NOT_FOCUSABLE = 'button, a, input:is([type=checkbox], [type=radio], [type=submit], [type=button], [type=file])';
  const FOCUSABLE = 'input, textarea, select, [contenteditable=true], [tabindex]';
  addEventListener('mousedown', (event) => {
    const { target } = event;
    if ('isChromium' in window || event.defaultPrevented || !(target instanceof Element) || target.closest(NOT_FOCUSABLE) === null) return;
    // Prevents the focus change but not the click.
    event.preventDefault();
    let ancestor = target.closest<HTMLElement>(FOCUSABLE);
    while (ancestor?.matches(NOT_FOCUSABLE)) ancestor = ancestor.parentElement?.closest<HTMLElement>(FOCUSABLE) ?? null;
    if (ancestor) ancestor.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}
