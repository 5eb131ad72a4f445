// @vitest-environment happy-dom
import { act, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { all, click, get, nameOf, press, render } from '#test/dom.ts';
import { OrderedList } from './ordered-list.tsx';

function Tales() {
  const [names, setNames] = useState(['Frog', 'Crow', 'Mill']);
  return (
    <OrderedList
      label="Tales"
      items={names.map((id) => ({ id }))}
      nameOf={({ id }) => id}
      row={({ id }) => <b>{id}</b>}
      onOrder={setNames}
      onRemove={({ id }) => setNames(names.filter((name) => name !== id))}
    />
  );
}

const order = () => [...document.querySelectorAll('li b')].map(({ textContent }) => textContent);
const focused = () => nameOf(document.activeElement as HTMLElement);

beforeEach(async () => {
  await render(<Tales />);
});

test('a moved item keeps the focus on the button that moved it, and its new number is announced', async () => {
  await click(get('button', 'Move Frog down'));
  expect([order(), focused(), get('status').textContent]).toEqual([
    ['Crow', 'Frog', 'Mill'],
    'Move Frog down',
    'Frog is now number 2 of 3',
  ]);
  await click(get('button', 'Move Mill up'));
  expect([order(), focused(), get('status').textContent]).toEqual([['Crow', 'Mill', 'Frog'], 'Move Mill up', 'Mill is now number 2 of 3']);
});

test('at either end a button stays focusable and moves nothing', async () => {
  await click(get('button', 'Move Frog up'));
  await click(get('button', 'Move Mill down'));
  expect([order(), focused()]).toEqual([['Frog', 'Crow', 'Mill'], 'Move Mill down']);
  const idle = all('button').filter((button) => button.getAttribute('aria-disabled') === 'true');
  expect(idle.map(nameOf)).toEqual(['Move Frog up', 'Move Mill down']);
});

test('after an item is removed, the focus is on the next one, or the one before the last', async () => {
  await click(get('button', 'Remove Crow'));
  expect([order(), focused(), get('status').textContent]).toEqual([['Frog', 'Mill'], 'Remove Mill', 'Crow was removed']);
  await click(get('button', 'Remove Mill'));
  expect([order(), focused()]).toEqual([['Frog'], 'Remove Frog']);
});

test('Escape ends dragging with the order as it was', async () => {
  const list = document.querySelector('ol') as HTMLOListElement;
  list.setPointerCapture = () => {};
  [...list.children].forEach((row, at) => {
    row.getBoundingClientRect = () => new DOMRect(0, 200 + at * 100, 300, 100);
  });
  window.innerHeight = 1_000;
  const drag = (to: number) =>
    act(async () => {
      list.querySelector('.ordered-handle')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }));
      list.dispatchEvent(new PointerEvent('pointermove', { clientY: to }));
    });
  const drop = () => act(async () => list.dispatchEvent(new PointerEvent('pointerup')));
  await drag(390);
  expect(order()).toEqual(['Crow', 'Frog', 'Mill']);
  await press('Escape');
  await drop();
  expect(order()).toEqual(['Frog', 'Crow', 'Mill']);
  await drag(390);
  await drop();
  expect([order(), get('status').textContent]).toEqual([['Crow', 'Frog', 'Mill'], 'Frog is now number 2 of 3']);
});

test('an item that somebody else removed keeps its place without a number, and is not moved or saved', async () => {
  const orders: string[][] = [];
  await render(
    <OrderedList
      label="Followed"
      words={['tale', 'tales']}
      items={['Frog', 'Crow', 'Mill'].map((id) => ({ id }))}
      live={{ removed: new Set(['Crow']), unseen: 0, isUnsorted: false, show: () => {} }}
      nameOf={({ id }) => id}
      row={({ id }) => <b>{id}</b>}
      onOrder={(ids) => orders.push(ids)}
    />,
  );
  const items = [...document.querySelectorAll('[aria-label="Followed"] > li')];
  expect(items.map((item) => item.querySelector('.ordered-number')?.textContent)).toEqual(['1', '', '2']);
  expect(items.map((item) => item.querySelector('.row-removed')?.textContent)).toEqual([undefined, 'This tale was deleted', undefined]);
  await click(items[2]?.querySelector('.step-up') as HTMLElement);
  expect(orders).toEqual([['Mill', 'Frog']]);
});
