// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { all, click, get, nameOf, render } from '#test/dom.ts';
import { type EarlyInput, repeatEarlyInput, takeEarlyInput } from './early-input.ts';
import { MobileMenu } from './layout/mobile-menu.tsx';

test('input made before hydration is replayed once, unless the button shows another state by then', async () => {
  function Controls() {
    const [count, setCount] = useState(0);
    const [text, setText] = useState('');
    const [isOn, setOn] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>
          Add
        </button>
        <button type="button" aria-pressed="true" onClick={() => setCount(count + 10)}>
          Favorite
        </button>
        <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
        <input aria-label="Remember" type="checkbox" checked={isOn} onChange={() => setOn(!isOn)} />
        <output>{`${count} ${text} ${isOn}`}</output>
      </>
    );
  }
  await render(<Controls />);
  const early: EarlyInput = new Map([
    [get('button', 'Add'), { value: '', checked: false, pressed: null }],
    [get('button', 'Favorite'), { value: '', checked: false, pressed: 'false' }],
    [get('textbox', 'Name'), { value: 'Ada', checked: false, pressed: null }],
    [get('checkbox', 'Remember'), { value: 'on', checked: true, pressed: null }],
  ] as [HTMLButtonElement, { value: string; checked: boolean; pressed: string | null }][]);
  window.earlyInput = early;
  const taken = takeEarlyInput();
  expect(window.earlyInput).toBeUndefined();
  await act(() => repeatEarlyInput(taken));
  expect(document.querySelector('output')?.textContent).toBe('1 Ada true');
});

test('the menu closes by Escape and after navigation, and has the links of a visitor', async () => {
  const details = { current: null };
  const menu = (path: string) => <MobileMenu path={path} suggest={async () => ({}) as never} searchId="menu-search" details={details} />;
  const update = await render(menu('/authors'));
  const open = async () => {
    const element = document.querySelector('details') as HTMLDetailsElement;
    await act(async () => {
      element.open = true;
      await new Promise((next) => setTimeout(next));
    });
    return element;
  };
  const element = await open();
  expect(
    all('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map(nameOf),
  ).toEqual(['Authors']);
  expect(get('link', 'Login').getAttribute('href')).toBe('/login?next=%2Fauthors');
  expect(all('link', 'Manage Tales')).toEqual([]);
  await act(async () =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  );
  expect([element.open, document.activeElement]).toEqual([false, get('button', 'Menu')]);
  await open();
  await click(get('button', 'Menu'));
  await open();
  await update(menu('/categories'));
  expect(element.open).toBe(false);
});
