/** Replays input made between the first paint and hydration, recorded by before-paint.ts. Links, <details> and forms work without JavaScript. */

type Control = HTMLButtonElement | HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Each control with its state at the last use, in the order of last use. */
export type EarlyInput = Map<Control, { value: string; checked: boolean; pressed: string | null }>;

declare global {
  interface Window {
    earlyInput?: EarlyInput | undefined;
  }
}

/** Stops recording, since React now receives all events. Resets fields to the server-rendered values, which hydration expects. */
export function takeEarlyInput(): EarlyInput {
  const early: EarlyInput = window.earlyInput ?? new Map();
  window.earlyInput = undefined;
  for (const field of early.keys()) {
    if (field instanceof HTMLInputElement) field.checked = field.defaultChecked;
    if ('defaultValue' in field && field.type !== 'file') field.value = field.defaultValue;
  }
  return early;
}

/** Replays the input on the hydrated page. Repeated presses of a button count once, because the user saw no response. */
export async function repeatEarlyInput(early: EarlyInput): Promise<void> {
  // React hydrates synchronously when a discrete event is dispatched. Nothing handles this one.
  for (const control of early.keys()) control.dispatchEvent(new Event('touchcancel', { bubbles: true }));
  // Effects have rendered stored state by then.
  await null;
  for (const [control, { value, checked, pressed }] of early) {
    if (control instanceof HTMLButtonElement) {
      // Only if the button still shows the state that the user saw.
      if (control.getAttribute('aria-pressed') === pressed) control.click();
    } else if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      if (control.checked !== checked) control.click();
    } else if (control.type !== 'file') setValue(control, value);
  }
}

/** Uses the native setter: React overrides it on the instance and would ignore the change. */
function setValue(field: Exclude<Control, HTMLButtonElement>, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
