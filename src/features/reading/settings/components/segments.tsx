type Choice<Value extends string> = {
  legend: string;
  values: readonly Value[];
  names: Record<Value, string>;
  value: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, side by side: radios that look like a cut strip. */
export function Segments<Value extends string>({ legend, values, names, value, onChoose }: Choice<Value>) {
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      <div className="segments">
        {values.map((each) => (
          <label key={each}>
            <input type="radio" name={legend} checked={value === each} onChange={() => onChoose(each)} />
            {names[each]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
