/**
 * Makes a press move the focus as Safari does: buttons, links, checkboxes and radio buttons take none, so it goes to the nearest element
 * around them that takes it, or nowhere. `isChromium` in the window turns it off. Runs in the page before its scripts, and uses nothing from
 * outside.
 */
export function focusAsSafari(): void {
  const UNFOCUSED = 'button, a, input:is([type=checkbox], [type=radio], [type=submit], [type=button], [type=file])';
  const FOCUSED = 'input, textarea, select, [contenteditable=true], [tabindex]';
  addEventListener('mousedown', (event) => {
    const { target } = event;
    if ('isChromium' in window || event.defaultPrevented || !(target instanceof Element) || target.closest(UNFOCUSED) === null) return;
    // The browser's own focus does not come then; the click does.
    event.preventDefault();
    let around = target.closest<HTMLElement>(FOCUSED);
    while (around?.matches(UNFOCUSED)) around = around.parentElement?.closest<HTMLElement>(FOCUSED) ?? null;
    if (around) around.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}
