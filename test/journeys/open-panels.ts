import type { Page } from 'playwright-core';
import { urls } from '#src/urls.ts';
import { DESKTOP, PHONE } from './journey.ts';
import { openCollection, openContentNotes, openFilter, openUpdates, present } from './list-panel-states.ts';
import { press } from './panel-states.ts';
import { openPublishDialog, openReaderCharts, openTables, openTaleListHelp } from './staff-panel-states.ts';

/** Panels, menus and dialogs, and how to open them. */

export type OpenPanel = {
  name: string;
  address: string;
  size?: typeof PHONE;
  isStaff?: boolean;
  open(page: Page): Promise<unknown>;
  /** Selector that matches while the panel is open. */
  shown: string;
  /** Selector of non-interactive content of the panel. */
  words: string;
  /** Part of the page, which Escape does not close. */
  staysOpen?: boolean;
  /** Opens it another time without loading the page. Default: `open`. */
  openAgain?(page: Page): Promise<unknown>;
  /** Clicked at the edge, as controls are in the middle. */
  isEdge?: boolean;
};

/** Its parts move until the QR code is there. */
async function openSharing(page: Page): Promise<void> {
  await press('Share')(page);
  await page.locator('.share-qr a[href]').waitFor();
}

export const TALE = urls.tale('the-fisherman-and-his-wife');
export const OPEN_PANELS: OpenPanel[] = [
  { name: 'save', address: TALE, open: press('Save'), shown: '.save-sheet', words: '.save-sheet h2' },
  { name: 'settings', address: TALE, open: press('Settings'), shown: '.reader-sheet', words: '.reader-sheet h2' },
  {
    name: 'settings, a theme',
    address: TALE,
    open: press('Settings'),
    shown: '.reader-sheet',
    words: '.reader-sheet label >> nth=1',
  },
  {
    name: 'share',
    address: TALE,
    open: async (page) => {
      await press('Share')(page);
      await page.locator('.share-sheet').waitFor();
    },
    shown: '.share-sheet',
    words: '.share-sheet h2',
  },
  {
    name: 'old word',
    address: TALE,
    open: (page) => page.getByRole('button', { name: 'parlour' }).first().click(),
    shown: '.word-note',
    words: '.word-note p',
  },
  {
    name: 'voice and speed',
    address: TALE,
    open: async (page) => {
      await press('Listen')(page);
      await press('Voice: 1×')(page);
    },
    openAgain: press('Voice: 1×'),
    shown: '.bar-sheet',
    words: '.bar-sheet h2',
  },
  {
    name: 'filter',
    address: '/tales',
    open: openFilter,
    shown: '.filter[open]',
    words: '.filters legend >> nth=0',
  },
  { name: 'updates', address: urls.tonight(), open: openUpdates, shown: '.updates[open]', words: '.updates dt', staysOpen: true },
  {
    name: 'content notes',
    address: urls.tale('ali-baba-and-the-forty-thieves'),
    open: openContentNotes,
    shown: '.good-to-know[open]',
    words: '.facts dd >> nth=1',
    staysOpen: true,
  },
  {
    name: 'share a collection',
    address: urls.tale('rapunzel'),
    open: async (page) => {
      await openCollection(page);
      await openSharing(page);
    },
    openAgain: openSharing,
    shown: '.share-sheet',
    words: '.share-sheet h2',
  },
  {
    name: 'presentation',
    address: urls.tale('cinderella'),
    open: present,
    // The settings, from which it was opened, are open again.
    openAgain: press('Present'),
    shown: '.present',
    words: '.present-bar p',
  },
  {
    name: 'menu',
    address: '/tales',
    size: PHONE,
    open: (page) => page.locator('details.menu > summary').click(),
    shown: 'details.menu[open]',
    words: '.sheet-menu img',
  },
  {
    name: 'suggestions',
    address: '/authors',
    size: DESKTOP,
    open: async (page) => {
      await page.locator('#bar-search').click();
      await page.keyboard.type('frog');
    },
    shown: '.palette:not([hidden])',
    words: '.palette:not([hidden]) .caps >> nth=0',
  },
  {
    name: 'user menu',
    address: '/favorites',
    size: DESKTOP,
    isStaff: true,
    open: (page) => page.locator('.name-menu summary').click(),
    shown: '.name-menu[open]',
    words: '.name-sheet',
    isEdge: true,
  },
  {
    name: 'row menu',
    address: '/manage-tales',
    isStaff: true,
    open: (page) => page.locator('.row-dots').first().click(),
    shown: '.row-actions[open]',
    words: '.row-actions[open] .row-pop',
    isEdge: true,
  },
  {
    name: 'publish dialog',
    address: urls.manageTale(),
    isStaff: true,
    open: openPublishDialog,
    shown: '.publish-dialog',
    words: '.publish-dialog h2',
  },
  { name: 'shortcuts', address: urls.manageTales(), isStaff: true, open: openTaleListHelp, shown: 'dialog', words: 'dialog h2' },
  { name: 'invitation', address: urls.manageUsers(), isStaff: true, open: press('Invite'), shown: 'dialog', words: 'dialog h2' },
  {
    name: 'charts of readers',
    address: urls.manageOperations(),
    isStaff: true,
    open: openReaderCharts,
    shown: '.charts:has(.chart-data[open])',
    words: '.chart-data td',
    staysOpen: true,
  },
  {
    name: 'chart of subscribers',
    address: urls.manageNewsletter(),
    isStaff: true,
    open: openTables,
    shown: '[aria-label=Subscribers]:has(.chart-data[open])',
    words: '.chart-data td',
    staysOpen: true,
  },
];
