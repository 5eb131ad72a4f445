import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Icon } from './icon.tsx';
import { Toast } from './toast-host.tsx';

const CHECK = renderToStaticMarkup(<Icon name="check" />);
const WARNING = renderToStaticMarkup(<Icon name="warning" />);

test.each([
  [{}, CHECK, 'status'],
  [{ warns: true }, WARNING, 'status'],
  [{ wrong: true }, WARNING, 'alert'],
])('a toast %o has the icon and role of its kind', (kind, icon, role) => {
  const html = renderToStaticMarkup(<Toast title="Pictures" {...kind} dismiss={() => {}} />);
  expect(html).toContain(icon);
  expect(html.includes(WARNING)).toBe(icon === WARNING);
  expect(html).toContain(`role="${role}"`);
});
