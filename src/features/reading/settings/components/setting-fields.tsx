type SegmentsProps<Value extends string> = {
  legend: string;
  name: string;
  values: readonly Value[];
  names: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
};

/** One of a few, side by side: radios, so arrow keys move between them. */
export function Segments<Value extends string>({ legend, name, values, names, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      <div className="segments">
        {values.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
            <span>{names[each]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Switch({ name, isOn, onChange }: { name: string; isOn: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {name}
    </label>
  );
}
