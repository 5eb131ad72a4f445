import type { Editor } from '@tiptap/core';
import { use, useState } from 'react';
import { Field } from '#src/ui/field.tsx';
import { linkAddress } from '../writing/link-address.ts';
import { LinkSuggestions } from './link-suggestions.ts';
import { Sheet } from './sheet.tsx';

const WRONG = 'Not a valid link. Enter a URL such as https://example.org, a path on this site such as /tale/rapunzel, or words of a title.';

/** Dialog for the target of a link: a URL, or a page of this site found by its title. */
export function LinkDialog({ editor, close }: { editor: Editor; close: () => void }) {
  const [before] = useState<string>(() => editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(before);
  const [isWrong, setWrong] = useState(false);
  const address = linkAddress(typed);
  const useLinkSuggestions = use(LinkSuggestions);
  const targets = useLinkSuggestions(address === undefined ? typed : '');
  const lead = (href: string | undefined, name: string) => {
    if (href === undefined) return setWrong(true);
    setLink(editor, href, name);
    close();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
    close();
  };
  return (
    <Sheet
      title="Link"
      onSubmit={() => lead(address, typed.trim())}
      onCancel={close}
      others={
        before === '' ? null : (
          <button type="button" className="btn btn-quiet" onClick={remove}>
            Remove link
          </button>
        )
      }
    >
      <Field
        name="link-address"
        label="URL, or words of a title"
        value={typed}
        autoComplete="off"
        problems={isWrong && address === undefined ? [WRONG] : []}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="link-found" aria-label="Pages on this site">
        {targets.map(({ key, href, title, note }) => (
          <li key={key}>
            <button type="button" onClick={() => lead(href, title)}>
              {title}
              <small>{note}</small>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Links the selection, or changes the link at the cursor; without either, inserts the name as a link. */
function setLink(editor: Editor, href: string, name: string): void {
  const { from, to } = editor.state.selection;
  const chain = editor.chain().focus();
  if (editor.isActive('link')) chain.extendMarkRange('link').setMark('link', { href }).run();
  else if (editor.state.doc.textBetween(from, to).trim() === '')
    chain
      .setTextSelection(to)
      .insertContent({ type: 'text', text: name, marks: [{ type: 'link', attrs: { href } }] })
      .run();
  else chain.setMark('link', { href }).run();
}
