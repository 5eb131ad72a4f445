import { useEffect, useState } from 'react';
import { useFormStore } from './form-context.ts';
import { TalePreview } from './tale-preview.tsx';

const REST_MS = 400;

/** The tale as it stands in the form at this moment. */
export function LivePreview() {
  const store = useFormStore();
  const [fields, setFields] = useState(() => store.read());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setFields(store.read()), REST_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return <TalePreview fields={fields} />;
}
