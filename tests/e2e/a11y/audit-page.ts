import { expect, type Page } from '@playwright/test';
import {
  expectAccessibleInDark,
  expectAccessibleInLight,
  expectNoSidewaysScroll,
  settled,
} from '../../support/accessibility.ts';
import { screens } from '../../support/browser.ts';
import { expectPolicyKept } from '../../support/security-policy.ts';
import { expectTargetSize } from '../../support/target-size.ts';
import { expectNoClippedText } from '../../support/text-clipping.ts';
import { expectTextZoom } from '../../support/text-zoom.ts';

/** Waits until the page has its heading and nothing is on its way. */
export async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Which arrangement of the screen is asked about with every rule: others only about room. */
interface Care {
  /** The phone shows something else than the tablet: cards for a table, a drawer for the menu. */
  readonly phone: boolean;
  /** The colours of the night: they are the same in all screens of a kind, of which one is enough. */
  readonly night: boolean;
}

/**
 * Holds what is on the screen against what everyone needs: axe's rules by day, and the rules of colour by night; on a phone and
 * on a tablet in both positions nothing wider than the window, no words cut off, and room for a finger.
 */
export async function auditScreen(
  page: Page,
  name: string,
  care: Care = { phone: true, night: true },
): Promise<void> {
  for (const size of ['phone', 'uprightTablet', 'tablet'] as const) {
    const where = `${name}, ${size}`;
    await page.setViewportSize(screens[size]);
    await settled(page);
    await expectNoSidewaysScroll(page, where);
    await expectTargetSize(page, where);
    await expectNoClippedText(page, where);
    if (size === 'tablet' || (size === 'phone' && care.phone)) await expectAccessibleInLight(page, where);
  }
  if (care.night) await expectAccessibleInDark(page, `${name}, tablet`);
}

/** As `examine`, with text twice as large as well: for pages, since a menu or a picker closes when what is around it moves. */
export async function auditPage(page: Page, name: string, care?: Care): Promise<void> {
  await loaded(page);
  await expectPolicyKept(page, name);
  await auditScreen(page, name, care);
  await expectTextZoom(page, name);
}
