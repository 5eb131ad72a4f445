import puppeteer from 'puppeteer-core';
import { type Browser, describeJourneys, SIZE } from './journeys.ts';

/** Drives Debian's Firefox ESR over WebDriver BiDi. */

describeJourneys('Firefox ESR', async (): Promise<Browser> => {
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: SIZE,
  });
  return {
    openTab: async () => {
      const context = await firefox.createBrowserContext();
      const page = await context.newPage();
      return {
        goto: async (address) => void (await page.goto(address)),
        click: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        evaluate: (expression) => page.evaluate(expression),
        close: () => context.close(),
      };
    },
    close: () => firefox.close(),
  };
});
