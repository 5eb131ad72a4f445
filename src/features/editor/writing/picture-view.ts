import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView, NodeView } from '@tiptap/pm/view';

/** An image with its editable alt text below. A missing alt text is highlighted, because it prevents publishing. */
export class PictureView implements NodeView {
  readonly dom: HTMLElement;
  private readonly picture = document.createElement('img');
  private readonly alt = document.createElement('button');
  private readonly view: EditorView;
  private readonly getPos: () => number | undefined;
  private node: Node;

  constructor(node: Node, view: EditorView, getPos: () => number | undefined) {
    this.node = node;
    this.view = view;
    this.getPos = getPos;
    this.dom = document.createElement(node.isInline ? 'span' : 'div');
    this.dom.className = 'picture';
    this.dom.contentEditable = 'false';
    this.alt.type = 'button';
    this.alt.addEventListener('click', () => this.edit());
    this.picture.addEventListener('click', () => this.select());
    this.dom.append(this.picture, this.alt);
    this.draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.draw();
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target !== this.picture && event.target !== this.dom;
  }

  ignoreMutation(): boolean {
    return true;
  }

  /** The image, or the figure around it. */
  private select(): void {
    const at = this.getPos();
    const { state } = this.view;
    if (at === undefined) return;
    this.view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, this.node.isInline ? at : at - 1)));
    this.view.focus();
  }

  private draw(): void {
    const { src, alt, width, height, class: className } = this.node.attrs;
    this.picture.src = src;
    this.picture.alt = alt ?? '';
    this.picture.className = className ?? '';
    for (const [name, value] of Object.entries({ width, height })) {
      if (value === null) this.picture.removeAttribute(name);
      else this.picture.setAttribute(name, value);
    }
    const hasAlt = Boolean(alt?.trim());
    this.alt.className = hasAlt ? 'picture-alt' : 'picture-alt is-missing';
    this.alt.textContent = hasAlt ? `Alt text: ${alt}` : 'No alt text yet: describe the image';
  }

  private edit(): void {
    const field = document.createElement('input');
    field.className = 'input picture-field';
    field.value = this.node.attrs.alt ?? '';
    field.maxLength = 1_000;
    field.setAttribute('aria-label', 'Alt text');
    field.placeholder = 'Description for people who cannot see the image';
    let isDone = false;
    const finish = (isKept: boolean) => {
      if (isDone) return;
      isDone = true;
      const hadFocus = document.activeElement === field;
      field.replaceWith(this.alt);
      if (isKept) this.save(field.value.trim());
      if (hadFocus) this.alt.focus();
    };
    field.addEventListener('blur', () => finish(true));
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      finish(event.key === 'Enter');
    });
    this.alt.replaceWith(field);
    field.focus();
  }

  private save(alt: string): void {
    const at = this.getPos();
    if (at === undefined || alt === (this.node.attrs.alt ?? '')) return;
    this.view.dispatch(this.view.state.tr.setNodeAttribute(at, 'alt', alt));
  }
}
