import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { useSuggestions } from '#src/features/search/components/use-suggestions.ts';
import type { Suggestions } from '#src/features/search/contract.ts';
import { Field } from '#src/ui/field.tsx';
import { linkAddress } from '../writing/link-address.ts';
import { Sheet } from './sheet.tsx';

const WRONG =
  'No link can lead there. Write an address such as https://example.org, a place on this site such as /tale/rapunzel, or a word of a title.';

const suggest = (q: string) => send<Suggestions>('GET', `/suggestions?q=${encodeURIComponent(q)}`);

/** Where a link leads: an address, or a tale of this site, found by its title. */
export function LinkDialog({ editor, close }: { editor: Editor; close: () => void }) {
  const [before] = useState<string>(() => editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(before);
  const [isWrong, setWrong] = useState(false);
  const address = linkAddress(typed);
  const groups = useSuggestions(address === undefined ? typed : '', suggest) ?? [];
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
        label="Address, or words of a title"
        value={typed}
        autoComplete="off"
        problems={isWrong && address === undefined ? [WRONG] : []}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="link-found" aria-label="Of this site">
        {groups
          .flatMap(({ options }) => options)
          .map(({ key, href, title, note }) => (
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

/** Makes a link of what is selected, or changes the one at the cursor; where there is neither, its name is written in. */
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
