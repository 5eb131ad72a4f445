/**
 * What is pressed and typed between the first paint and hydration. before-paint.ts records it; the application repeats it.
 * Links, <details> and forms need no script: the browser follows, opens and sends them meanwhile.
 */

type Control = HTMLButtonElement | HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The control, and what it showed when it was used last; the last used at the end. */
export type EarlyInput = Map<Control, { value: string; checked: boolean; pressed: string | null }>;

declare global {
  interface Window {
    earlyInput?: EarlyInput | undefined;
  }
}

/** Ends the recording: from here on React hears every event. Fields are put back to what the server sent, which is what React expects. */
export function takeEarlyInput(): EarlyInput {
  const early: EarlyInput = window.earlyInput ?? new Map();
  window.earlyInput = undefined;
  for (const field of early.keys()) {
    if (field instanceof HTMLInputElement) field.checked = field.defaultChecked;
    if ('defaultValue' in field && field.type !== 'file') field.value = field.defaultValue;
  }
  return early;
}

/** Repeats it on the hydrated page. A button pressed twice is pressed once: the user saw nothing happen. */
export async function repeatEarlyInput(early: EarlyInput): Promise<void> {
  // React hydrates at once what a discrete event happens to. Nobody waits for this one.
  for (const control of early.keys()) control.dispatchEvent(new Event('touchcancel', { bubbles: true }));
  // What the effects have read from the device is drawn by then.
  await null;
  for (const [control, { value, checked, pressed }] of early) {
    if (control instanceof HTMLButtonElement) {
      // Saved on this device before: the heart that looked empty is full already.
      if (control.getAttribute('aria-pressed') === pressed) control.click();
    } else if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      if (control.checked !== checked) control.click();
    } else if (control.type !== 'file') setValue(control, value);
  }
}

/** By the element's own setter: React replaces it on the instance, and would take the value for known. */
function setValue(field: Exclude<Control, HTMLButtonElement>, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
