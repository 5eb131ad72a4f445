/**
 * The oldest supported browsers, named as in esbuild's targets and MDN's browser-compat-data. Syntax is compiled for them, and
 * scripts/check/browser-support.mjs finds APIs that they lack. Reasons: docs/decisions/0010-oldest-browsers.md.
 */
export const OLDEST_BROWSERS = { chrome: 111, firefox: 128, safari: 16.4 };

/** For Vite's `build.target`. */
export const BUILD_TARGET = Object.entries(OLDEST_BROWSERS).map(([browser, version]) => browser + version);
