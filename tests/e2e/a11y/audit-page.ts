import { expect, type Page } from '@playwright/test';
import {
  expectAccessibleAsShown,
  expectAccessibleStructure,
  expectNoSidewaysScroll,
  expectOtherSchemeAccessible,
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
}

/** For a state whose colours another state has as well. */
export const sharedColours: AuditOptions = { phone: true, colours: 'shown' };

/**
 * Checks accessibility of the screen: axe's rules in one colour scheme and its colour rules in the other, in which the page stays.
 * On a phone and on a tablet in both orientations also overflow, clipped text and target sizes. Colours take three quarters of axe's
 * time, and a phone shows those of the tablet except in what it alone has.
 */
export async function auditScreen(
  page: Page,
  name: string,
  { phone, colours }: AuditOptions = { phone: true, colours: 'both schemes' },
): Promise<void> {
  for (const size of ['phone', 'uprightTablet', 'tablet'] as const) {
    const where = `${name}, ${size}`;
    await page.setViewportSize(screens[size]);
    await settled(page);
    await expectNoSidewaysScroll(page, where);
    await expectTargetSize(page, where);
    await expectNoClippedText(page, where);
    if (size === 'uprightTablet' || (size === 'phone' && !phone)) continue;
    const withColours = size === 'tablet' ? colours !== 'none' : colours === 'phone too';
    await (withColours ? expectAccessibleAsShown : expectAccessibleStructure)(page, where);
  }
  if (colours === 'both schemes' || colours === 'phone too')
    await expectOtherSchemeAccessible(page, `${name}, tablet`);
}

/** Checks a page as `auditScreen` does and also with text at 200 %; menus and pickers would close on a layout shift. */
export async function auditPage(page: Page, name: string, options?: AuditOptions): Promise<void> {
  await loaded(page);
  await expectPolicyKept(page, name);
  await auditScreen(page, name, options);
  await expectTextZoom(page, name);
}
