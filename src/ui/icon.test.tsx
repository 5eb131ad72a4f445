import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Icon } from './icon.tsx';

test('the dice shows five dots, not the edges of a box', () => {
  expect(renderToStaticMarkup(<Icon name="dice" />).match(/h\.02/g)).toHaveLength(5);
});
