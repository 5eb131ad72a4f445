import type { Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { tidyHtml } from '../model/tidy-html.ts';

/** Read-only view of unsupported content. */
export class PreservedView implements NodeView {
  readonly dom: HTMLElement;

  constructor(node: Node) {
    this.dom = document.createElement(node.isInline ? 'span' : 'div');
    this.dom.className = 'kept';
    this.dom.contentEditable = 'false';
    if (node.isInline) {
      this.dom.title = 'Link target';
      return;
    }
    const note = document.createElement('span');
    note.className = 'kept-note';
    note.textContent = 'Not editable here. Edit it in Source.';
    const shown = document.createElement('div');
    shown.append(...tidyHtml(String(node.attrs.html)).body.childNodes);
    this.dom.append(note, shown);
  }

  ignoreMutation(): boolean {
    return true;
  }
}
