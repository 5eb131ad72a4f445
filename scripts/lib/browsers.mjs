import fs from 'node:fs';

/** Browsers of `npm run test:browsers`: their tests, and their executables with the Debian packages that provide them. */
const BROWSERS = [
  { name: 'Firefox ESR', test: 'test/browsers/firefox.test.ts', programs: { '/usr/bin/firefox-esr': 'firefox-esr' } },
  {
    name: 'WebKitGTK',
    test: 'test/browsers/webkitgtk.test.ts',
    programs: { '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver', '/usr/bin/Xvfb': 'xvfb' },
  },
];

/** Returns the test files of installed browsers, and a line for each missing one. `isThere`: whether a path exists. */
export function findBrowsers(isThere = fs.existsSync) {
  const found = BROWSERS.map(({ name, test, programs }) => {
    const packages = Object.keys(programs).flatMap((program) => (isThere(program) ? [] : [programs[program]]));
    return { test, skipped: packages.length > 0 ? skippedLine(name, packages) : undefined };
  });
  return {
    tests: found.flatMap(({ test, skipped }) => (skipped === undefined ? [test] : [])),
    skipped: found.flatMap(({ skipped }) => skipped ?? []),
  };
}

function skippedLine(name, packages) {
  return `${name}: skipped (${packages.join(' and ')} ${packages.length > 1 ? 'are' : 'is'} not installed; apt-get install ${packages.join(' ')})`;
}
