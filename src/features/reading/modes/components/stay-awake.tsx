import { useEffect } from 'react';
import { keepAwake } from '../awake.ts';

/** The screen stays on as long as this stands in the page. */
export function StayAwake() {
  useEffect(keepAwake, []);
  return null;
}
