import { describe, expect, it } from 'vitest';
import { findBrowsers } from './browsers.mjs';

describe('findBrowsers', () => {
  it('skips browsers that are not installed, and names the packages to install', () => {
    expect(findBrowsers(() => false)).toEqual({
      tests: [],
      skipped: [
        'Firefox ESR: skipped (firefox-esr is not installed; apt-get install firefox-esr)',
        'WebKitGTK: skipped (webkit2gtk-driver and xvfb are not installed; apt-get install webkit2gtk-driver xvfb)',
      ],
    });
  });

  it('runs the tests of installed browsers, and skips one that lacks a single program', () => {
    expect(findBrowsers((program) => program !== '/usr/bin/Xvfb')).toEqual({
      tests: ['test/browsers/firefox.test.ts'],
      skipped: ['WebKitGTK: skipped (xvfb is not installed; apt-get install xvfb)'],
    });
    expect(findBrowsers(() => true)).toEqual({
      tests: ['test/browsers/firefox.test.ts', 'test/browsers/webkitgtk.test.ts'],
      skipped: [],
    });
  });
});
