type Props = { isOn: boolean; turn: (on: boolean) => void; hidden: number; isEmpty: boolean };

/** Below a list, for who has finished a tale: leaves finished ones out of lists, and says how many that are here. */
export function HideFinished({ isOn, turn, hidden, isEmpty }: Props) {
  return (
    <div className="hide-finished">
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => turn(event.currentTarget.checked)} />
        Hide finished tales
      </label>
      <p role="status">{isOn && hidden > 0 ? say(hidden, isEmpty) : ''}</p>
    </div>
  );
}

function say(hidden: number, isEmpty: boolean): string {
  const count = `${hidden} finished ${hidden === 1 ? 'tale' : 'tales'} hidden`;
  return isEmpty ? `${count}: you have read all that is here.` : count;
}
