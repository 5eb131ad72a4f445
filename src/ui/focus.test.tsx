// @vitest-environment happy-dom

import { act, useRef, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { all, click, fill, get, press, render } from '#test/dom.ts';
import { Combobox } from './combobox.tsx';
import { useDismiss, useDismissDetails } from './dismiss.ts';
import { Modal } from './modal.tsx';

describe('a modal dialog', () => {
  function Page({ ignoresBackdrop = false }) {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Delete
        </button>
        {isOpen ? (
          <Modal aria-label="Delete this tale?" onCancel={() => setOpen(false)} {...(ignoresBackdrop && { onBackdrop: null })}>
            <p>It cannot be restored.</p>
            <input aria-label="Reason" type="text" />
          </Modal>
        ) : null}
      </>
    );
  }
  const open = async (content = <Page />) => {
    await render(content);
    await click(get('button', 'Delete'));
    return get('dialog', 'Delete this tale?');
  };
  const cancel = (target: Element) => act(async () => target.dispatchEvent(new Event('cancel', { bubbles: true, cancelable: true })));

  test('closes by Escape, and only by its own', async () => {
    const dialog = await open();
    // A file input reports a closed file chooser by the same event.
    await cancel(get('textbox', 'Reason'));
    expect(all('dialog')).toEqual([dialog]);
    await cancel(dialog);
    expect(all('dialog')).toEqual([]);
  });

  test('is closed before it is removed, so that the browser returns the focus', async () => {
    const dialog = (await open()) as HTMLDialogElement;
    await cancel(dialog);
    expect([dialog.isConnected, dialog.open]).toEqual([false, false]);
  });

  test('closes by a click on the backdrop, but not by one inside', async () => {
    const dialog = await open();
    await click(dialog.querySelector('p') as Element);
    expect(all('dialog')).toEqual([dialog]);
    await click(dialog);
    expect(all('dialog')).toEqual([]);
  });

  test('stays open when text is selected from inside to the backdrop', async () => {
    const dialog = await open();
    dialog.querySelector('p')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    dialog.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(all('dialog')).toEqual([dialog]);
  });

  test('ignores the backdrop where a click there would lose work', async () => {
    const dialog = await open(<Page ignoresBackdrop />);
    await click(dialog);
    expect(all('dialog')).toEqual([dialog]);
  });
});

describe('a panel', () => {
  function Panel({ name }: { name: string }) {
    const [isOpen, setOpen] = useState(false);
    const place = useRef<HTMLDivElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    useDismiss(place, isOpen, {
      onEscape: () => {
        setOpen(false);
        button.current?.focus();
      },
      onLeave: () => setOpen(false),
    });
    return (
      <div ref={place}>
        <button type="button" ref={button} aria-expanded={isOpen} onClick={() => setOpen(true)}>
          {name}
        </button>
        {isOpen ? <button type="button">In {name}</button> : null}
      </div>
    );
  }
  const isOpen = (name: string) => get('button', name).getAttribute('aria-expanded') === 'true';
  beforeEach(() =>
    render(
      <>
        <Panel name="Share" />
        <Panel name="Save" />
        <div data-sonner-toaster="">
          <button type="button">Undo</button>
        </div>
      </>,
    ).then(() => {}),
  );

  test('closes by Escape, which returns the focus to its button', async () => {
    await click(get('button', 'Share'));
    get('button', 'In Share').focus();
    expect(await press('Escape')).toBe(false);
    expect([isOpen('Share'), document.activeElement]).toEqual([false, get('button', 'Share')]);
    // Escape is the browser's again.
    expect(await press('Escape')).toBe(true);
  });

  test('stays open for Escape that closes a list of an input method or that something inside has handled', async () => {
    await click(get('button', 'Share'));
    const inside = get('button', 'In Share');
    inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }));
    inside.addEventListener('keydown', (event) => event.preventDefault());
    inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    expect(isOpen('Share')).toBe(true);
  });

  test('closes by a press elsewhere, but not by one inside or on a toast', async () => {
    await click(get('button', 'Share'));
    await click(get('button', 'In Share'));
    await click(get('button', 'Undo'));
    expect(isOpen('Share')).toBe(true);
    await click(get('button', 'Save'));
    expect([isOpen('Share'), isOpen('Save')]).toEqual([false, true]);
  });

  test('closes when Tab leaves it, but not when a press inside moves the focus elsewhere', async () => {
    await click(get('button', 'Share'));
    get('button', 'Save').focus();
    expect(isOpen('Share')).toBe(true);
    await press('Tab');
    get('button', 'Share').focus();
    await act(async () => get('button', 'Save').focus());
    expect(isOpen('Share')).toBe(false);
  });
});

describe('a <details> menu', () => {
  function Menu({ staysOpen = false }) {
    const menu = useRef<HTMLDetailsElement>(null);
    const close = useDismissDetails(menu, { staysOpen });
    return (
      <>
        <details ref={menu}>
          <summary>More</summary>
          <button type="button" onClick={close}>
            Rename
          </button>
        </details>
        <button type="button">Elsewhere</button>
      </>
    );
  }
  const open = async (content = <Menu />) => {
    await render(content);
    const details = document.querySelector('details') as HTMLDetailsElement;
    details.open = true;
    // Mutation observers report afterwards.
    await new Promise((next) => setTimeout(next));
    return details;
  };

  test('closes by Escape and by its items, with the focus on its button', async () => {
    const menu = await open();
    get('button', 'Rename').focus();
    await press('Escape');
    expect([menu.open, document.activeElement]).toEqual([false, get('button', 'More')]);
    menu.open = true;
    await click(get('button', 'Rename'));
    expect([menu.open, document.activeElement]).toEqual([false, get('button', 'More')]);
  });

  test('closes by a press elsewhere, unless it covers the screen', async () => {
    const menu = await open();
    await click(get('button', 'Elsewhere'));
    expect(menu.open).toBe(false);
    document.body.replaceChildren();
    const sheet = await open(<Menu staysOpen />);
    await click(get('button', 'Elsewhere'));
    expect(sheet.open).toBe(true);
  });
});

describe('a combobox', () => {
  const AUTHORS = ['Aesop', 'Andersen', 'Aulnoy'].map((label) => ({ value: label.toLowerCase(), label }));
  let left = 0;
  function Authors() {
    const [text, setText] = useState('');
    const options = AUTHORS.filter(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()));
    return (
      <>
        <label htmlFor="author">Author</label>
        <Combobox
          {...{ id: 'author', name: 'author', listLabel: 'Authors', text, options }}
          onText={setText}
          onPick={({ label }) => setText(label)}
          onLeave={() => {
            left += 1;
          }}
        />
      </>
    );
  }
  const field = () => get('combobox', 'Author') as HTMLInputElement;
  const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
  const options = () => all('option').map(({ textContent }) => textContent);
  beforeEach(async () => {
    left = 0;
    await render(<Authors />);
    field().focus();
  });

  test('opens by typing, says how many options match, and picks by arrow and Enter', async () => {
    expect(options()).toEqual([]);
    await fill(field(), 'a');
    expect([options(), get('status').textContent, active()]).toEqual([['Aesop', 'Andersen', 'Aulnoy'], '3 suggestions', null]);
    await fill(field(), 'an');
    expect(get('status').textContent).toBe('1 suggestion');
    await press('ArrowDown');
    expect(active()).toBe('Andersen');
    expect(await press('Enter')).toBe(false);
    expect([field().value, options(), document.activeElement]).toEqual(['Andersen', [], field()]);
  });

  test('leaves Enter to the form when no option is chosen', async () => {
    await fill(field(), 'a');
    expect(await press('Enter')).toBe(true);
  });

  test('the arrows go around, and Home returns to the text', async () => {
    await press('ArrowUp');
    expect(active()).toBe('Aulnoy');
    await press('ArrowDown');
    expect(active()).toBeNull();
    await press('ArrowDown');
    expect([active(), all('option').map((option) => option.getAttribute('aria-selected'))]).toEqual(['Aesop', ['true', 'false', 'false']]);
    expect(await press('Home')).toBe(true);
    expect([active(), options().length]).toEqual([null, 3]);
  });

  test('Escape closes the list and keeps the text; closed, Escape is the page’s', async () => {
    let reached = 0;
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') reached += 1;
    };
    document.addEventListener('keydown', listen);
    await fill(field(), 'ae');
    await press('Escape');
    expect([options(), field().value, reached]).toEqual([[], 'ae', 0]);
    await press('Escape');
    expect(reached).toBe(1);
    document.removeEventListener('keydown', listen);
  });

  test('Tab and Alt+Up close it; Alt+Down shows the options and chooses none', async () => {
    await press('Alt+ArrowDown');
    expect([options().length, active()]).toEqual([3, null]);
    await press('Alt+ArrowUp');
    expect(options()).toEqual([]);
    await press('ArrowDown');
    expect(await press('Tab')).toBe(true);
    expect(options()).toEqual([]);
  });

  test('its button shows and hides the options, and the focus stays in the field', async () => {
    await click(get('button', 'Show authors'));
    expect([options().length, document.activeElement, left]).toEqual([3, field(), 0]);
    await click(get('button', 'Hide authors'));
    expect([options(), document.activeElement, left]).toEqual([[], field(), 0]);
  });

  test('a press picks an option without the focus leaving the field', async () => {
    await click(field());
    await click(all('option')[2] as Element);
    expect([field().value, options(), document.activeElement, left]).toEqual(['Aulnoy', [], field(), 0]);
  });

  test('closes when the focus leaves', async () => {
    await fill(field(), 'a');
    await act(async () => field().blur());
    expect([options(), left]).toEqual([[], 1]);
  });
});
