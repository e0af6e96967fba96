import { expect, type Page } from '@playwright/test';
import {
  expectAccessibleAsShown,
  expectAccessibleStructure,
  expectNoSidewaysScroll,
  expectOtherSchemeAccessible,
  setColorScheme,
  settled,
} from '../../support/accessibility.ts';
import { screens } from '../../support/browser.ts';
import { expectPolicyKept } from '../../support/security-policy.ts';
import { expectTargetSize } from '../../support/target-size.ts';
import { expectNoClippedText } from '../../support/text-clipping.ts';
import { expectTextZoom } from '../../support/text-zoom.ts';

/** Waits until the page has its heading and no request is in flight. */
export async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Selects the layouts that are checked with axe, and their colours. */
interface AuditOptions {
  /** Also checks the phone layout, where it differs: cards for a table, a drawer for the menu. */
  readonly phone: boolean;
  /** Where colours are checked: nowhere, on a tablet in the scheme that is shown, in the other as well, or also on a phone. */
  readonly colours: 'none' | 'shown' | 'both schemes' | 'phone too';
  /** Shows the phone layout in the present language and those of the tablet in the other one, in which the page stays. */
  readonly bothLanguages?: boolean;
  /** Leaves axe out, for a screen whose parts another screen has: only its layout is its own. */
  readonly layoutOnly?: boolean;
}

/** For a screen with colours of its own. tests/app/theme checks the contrast of each pair of colours in both schemes. */
const ownColours: AuditOptions = { phone: true, colours: 'both schemes' };
/** For a screen that differs from another one in its words alone. */
export const otherWords: AuditOptions = { phone: false, colours: 'none', layoutOnly: true };
/** For a list whose colours another list has as well. */
export const listColours: AuditOptions = { phone: true, colours: 'shown' };
/** For a form or dialog whose colours another one has as well. It has the same elements on a phone, where only its layout is checked. */
export const sharedColours: AuditOptions = { phone: false, colours: 'shown' };

/** Sets the other language on the device; the app is drawn anew. */
async function switchLanguage(page: Page): Promise<void> {
  const next = (await page.locator('html').getAttribute('lang')) === 'ar' ? 'en' : 'ar';
  await page.evaluate((language) => {
    localStorage.setItem('branch-desk.language', language);
    dispatchEvent(new StorageEvent('storage', { key: null }));
  }, next);
  await expect(page.locator(`html[lang=${next}][dir=${next === 'ar' ? 'rtl' : 'ltr'}]`)).toHaveCount(1);
  await loaded(page);
}

/** Takes a picture of the whole page in both colour schemes for `npm run screenshots`, which names the folder. */
async function picture(page: Page, where: string): Promise<void> {
  const { PICTURES } = process.env;
  if (PICTURES === undefined) return;
  for (const scheme of ['dark', 'light'] as const) {
    await setColorScheme(page, scheme);
    const path = `${PICTURES}/${where.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${scheme}.png`;
    await page.screenshot({ path, fullPage: true, caret: 'initial' });
  }
}

/**
 * Checks accessibility of the screen: axe's rules in one colour scheme and its colour rules in the other, in which the page stays.
 * On a phone and on a tablet in both orientations also overflow, clipped text and target sizes. Colours take three quarters of axe's
 * time, and a phone shows those of the tablet except in what it alone has.
 */
export async function auditScreen(
  page: Page,
  name: string,
  { phone, colours, bothLanguages = false, layoutOnly = false }: AuditOptions = ownColours,
): Promise<void> {
  for (const size of ['phone', 'uprightTablet', 'tablet'] as const) {
    await page.setViewportSize(screens[size]);
    if (bothLanguages && size === 'uprightTablet') await switchLanguage(page);
    const where = `${name}, ${size}, ${await page.locator('html').getAttribute('lang')}`;
    await settled(page);
    await picture(page, where);
    await expectNoSidewaysScroll(page, where);
    await expectTargetSize(page, where);
    await expectNoClippedText(page, where);
    if (layoutOnly || size === 'uprightTablet' || (size === 'phone' && !phone)) continue;
    const withColours = size === 'tablet' ? colours !== 'none' : colours === 'phone too';
    await (withColours ? expectAccessibleAsShown : expectAccessibleStructure)(page, where);
  }
  if (colours === 'both schemes' || colours === 'phone too')
    await expectOtherSchemeAccessible(page, `${name}, tablet`);
}

/**
 * Checks a page as `auditScreen` does in both languages, and also with text at 200 %; menus and pickers would close on a layout shift.
 * The page stays in the other language, so that each layout is checked in both over the pages.
 */
export async function auditPage(page: Page, name: string, options: AuditOptions = ownColours): Promise<void> {
  await loaded(page);
  await expectPolicyKept(page, name);
  await auditScreen(page, name, { ...options, bothLanguages: true });
  await expectTextZoom(page, name);
}
