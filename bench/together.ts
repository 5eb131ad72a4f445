import { launchBrowser } from '#test/browser.ts';
import { openRealtimeClient } from '#test/realtime.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { startSiteProcess } from './site-process.ts';
import { median, percentile } from './stats.ts';

/** Listeners that read together, besides the one in a browser: 30 browsers would measure this machine. */
const CLIENTS = 29;
const SLOWDOWN = 4;
const TALE = 'rapunzel';

type Shown = { sentence: string; at: number };

/** Reading together: from the reader's click in one browser until 29 clients know the position, and a browser at 4x slowdown shows it. */
export async function benchTogether({ quick, say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess();
  const browser = await launchBrowser();
  try {
    const reader = await (await browser.newContext()).newPage();
    await reader.goto(`${site.origin}/tale/${TALE}`);
    await reader.getByRole('button', { name: 'Read together' }).click();
    await reader.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const code = new URL(reader.url()).pathname.split('/').at(-1);
    const { room } = (await (await fetch(`${site.origin}/api/v1/together/${code}`)).json()) as { room: string };
    const channel = `together:${room}`;
    const clients = [];
    for (let number = 0; number < CLIENTS; number += 1) {
      const client = await openRealtimeClient(`${site.origin.replace('http', 'ws')}/api/v1/realtime`, { origin: site.origin });
      client.send({ type: 'join', channel, data: { name: '', isAway: false }, token: `bench-listener-number-${number}` });
      await client.next('joined');
      clients.push(client);
    }
    const guest = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await guest.goto(reader.url());
    await guest.getByText('is reading').waitFor();
    await (await guest.context().newCDPSession(guest)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const [toClients, toScreen]: [number[], number[]] = [[], []];
    for (let step = 0; step < (quick ? 10 : 60); step += 1) {
      const before = await guest.evaluate(readHighlight);
      const shown = guest.evaluate(waitForChange, before);
      const arrivals = clients.map((client) => client.next('event', ({ event }) => event === 'position').then(() => Date.now()));
      const clicked = await reader.evaluate(clickNext);
      toClients.push(...(await Promise.all(arrivals)).map((at) => at - clicked));
      toScreen.push(((await shown) as Shown).at - clicked);
    }
    for (const client of clients) client.close();
    const figures: Figure[] = [
      { name: `${CLIENTS} listeners, position received`, unit: 'ms', value: median(toClients), p95: percentile(toClients, 0.95) },
      {
        name: `a browser at ${SLOWDOWN}x slowdown, sentence highlighted`,
        unit: 'ms',
        value: median(toScreen),
        p95: percentile(toScreen, 0.95),
      },
      { name: 'slowest 5 % of all listeners', unit: 'ms', value: percentile([...toClients, ...toScreen], 0.95), limit: { most: 300 } },
    ];
    for (const { name, value, p95 } of figures)
      say(`${name}: ${value.toFixed(0)} ms${p95 === undefined ? '' : `, p95 ${p95.toFixed(0)} ms`}`);
    return { figures };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/* Run in the pages. */

function readHighlight(): string {
  return [...(CSS.highlights.get('spoken') ?? [])].map(String).join();
}

function clickNext(): number {
  const at = Date.now();
  document.querySelector<HTMLElement>('[aria-label="Next sentence"]')?.click();
  return at;
}

/** Resolves after the frame in which another sentence is highlighted. */
function waitForChange(before: string): Promise<Shown> {
  return new Promise((resolve) => {
    const look = () => {
      const sentence = [...(CSS.highlights.get('spoken') ?? [])].map(String).join();
      if (sentence !== before) resolve({ sentence, at: Date.now() });
      else requestAnimationFrame(look);
    };
    look();
  });
}
