const KEYS: [keys: string[], what: string][] = [
  [['↑', '↓'], 'go through the list'],
  [['Enter'], 'open the tale'],
  [['e'], 'edit it'],
  [['n'], 'write a new one'],
  [['x'], 'choose it, for several at once'],
  [['/'], 'search'],
];

/** The keys of the page, for who asks. */
export function KeysHelp() {
  return (
    <details className="keys-help">
      <summary>Keys</summary>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
