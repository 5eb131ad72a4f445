import { baseKeymap, toggleMark } from '@tiptap/pm/commands';
import { redo, undo } from '@tiptap/pm/history';
import { keymap } from '@tiptap/pm/keymap';
import type { Node } from '@tiptap/pm/model';
import { type Command, EditorState, NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { StepMap } from '@tiptap/pm/transform';
import { EditorView, type NodeView } from '@tiptap/pm/view';
import { cleanPaste } from '../paste/clean-paste.ts';

const WIDTH = 352;

/** Marker of a footnote, numbered by CSS, and the popover with a nested editor for its text. */
export class FootnoteView implements NodeView {
  readonly dom = document.createElement('span');
  private readonly marker = document.createElement('button');
  private readonly outer: EditorView;
  private readonly getPos: () => number | undefined;
  private node: Node;
  private sheet: HTMLElement | undefined;
  private inner: EditorView | undefined;

  constructor(node: Node, view: EditorView, getPos: () => number | undefined) {
    this.node = node;
    this.outer = view;
    this.getPos = getPos;
    this.dom.className = 'footnote';
    this.marker.type = 'button';
    this.marker.className = 'footnote-marker';
    this.marker.setAttribute('aria-expanded', 'false');
    const name = document.createElement('span');
    name.className = 'visually-hidden';
    name.textContent = 'Footnote ';
    this.marker.append(name);
    this.marker.addEventListener('click', () => {
      this.select();
      this.inner?.focus();
    });
    this.dom.append(this.marker);
  }

  selectNode(): void {
    this.dom.classList.add('is-open');
    this.open();
    // A new footnote opens immediately.
    if (this.node.content.size === 0) requestAnimationFrame(() => this.inner?.focus());
  }

  deselectNode(): void {
    this.dom.classList.remove('is-open');
    this.close();
  }

  update(node: Node): boolean {
    if (!node.sameMarkup(this.node)) return false;
    this.node = node;
    if (this.inner) this.take(node, this.inner);
    return true;
  }

  destroy(): void {
    this.close();
  }

  stopEvent(event: Event): boolean {
    return this.marker.contains(event.target as HTMLElement) || this.sheet?.contains(event.target as HTMLElement) === true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  private select(): void {
    const at = this.getPos();
    const { state } = this.outer;
    if (at !== undefined) this.outer.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)));
  }

  private open(): void {
    if (this.sheet) return;
    this.sheet = document.createElement('span');
    this.sheet.className = 'footnote-sheet';
    this.sheet.contentEditable = 'false';
    // A press inside the popover but outside the text does not take the focus.
    this.sheet.addEventListener('mousedown', (event) => event.target === event.currentTarget && event.preventDefault());
    this.marker.setAttribute('aria-expanded', 'true');
    this.dom.append(this.sheet);
    this.place(this.sheet);
    const plugins = [keymap(this.keys()), keymap(baseKeymap)];
    this.inner = new EditorView(this.sheet, {
      state: EditorState.create({ doc: this.node, selection: Selection.atEnd(this.node), plugins }),
      dispatchTransaction: (tr) => this.pass(tr),
      transformPastedHTML: (html) => cleanPaste(html).html,
      attributes: { role: 'textbox', 'aria-label': 'Text of the footnote', 'aria-multiline': 'true', class: 'footnote-text' },
      handleDOMEvents: {
        focusout: (_view, event) => {
          if (!this.dom.contains(event.relatedTarget as HTMLElement | null) && event.relatedTarget !== null) this.close();
          return false;
        },
      },
    });
  }

  /** Positions the popover below its marker, within the editor. */
  private place(sheet: HTMLElement): void {
    const page = this.outer.dom.getBoundingClientRect();
    const marker = this.marker.getBoundingClientRect();
    const width = Math.min(WIDTH, page.width - 16);
    sheet.style.width = `${width}px`;
    sheet.style.left = `${Math.min(0, page.right - 8 - width - marker.left)}px`;
  }

  private close(): void {
    const { inner, sheet } = this;
    this.inner = undefined;
    this.sheet = undefined;
    inner?.destroy();
    sheet?.remove();
    this.marker.setAttribute('aria-expanded', 'false');
  }

  private keys(): Record<string, Command> {
    const { em, strong } = this.outer.state.schema.marks;
    const outwards = (command: Command) => () => command(this.outer.state, this.outer.dispatch);
    const leave = () => {
      const at = this.getPos();
      if (at === undefined) return false;
      const { state } = this.outer;
      this.outer.dispatch(state.tr.setSelection(TextSelection.create(state.doc, at + this.node.nodeSize)));
      this.outer.focus();
      return true;
    };
    return {
      'Mod-z': outwards(undo),
      'Mod-y': outwards(redo),
      'Mod-Shift-z': outwards(redo),
      ...(em && { 'Mod-i': toggleMark(em) }),
      ...(strong && { 'Mod-b': toggleMark(strong) }),
      'Shift-Enter': (state, dispatch) => {
        const { hardBreak } = state.schema.nodes;
        if (hardBreak) dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()));
        return true;
      },
      Enter: leave,
      Escape: leave,
    };
  }

  /** Applies changes in the popover to the tale. */
  private pass(tr: Transaction): void {
    if (!this.inner) return;
    const { state, transactions } = this.inner.state.applyTransaction(tr);
    this.inner.updateState(state);
    const at = this.getPos();
    if (tr.getMeta('fromOutside') || at === undefined) return;
    const outerTr = this.outer.state.tr;
    const offset = StepMap.offset(at + 1);
    for (const { steps } of transactions) {
      for (const step of steps) {
        const moved = step.map(offset);
        if (moved) outerTr.step(moved);
      }
    }
    if (outerTr.docChanged) this.outer.dispatch(outerTr);
  }

  /** Applies changes of the tale, such as undo, to the popover. */
  private take(node: Node, inner: EditorView): void {
    const { state } = inner;
    const start = node.content.findDiffStart(state.doc.content);
    const ends = node.content.findDiffEnd(state.doc.content);
    if (start === null || ends === null) return;
    const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
    inner.dispatch(state.tr.replace(start, ends.b + overlap, node.slice(start, ends.a + overlap)).setMeta('fromOutside', true));
  }
}
