import { expect, type Page } from '@playwright/test';
import {
  expectAccessibleAsShown,
  expectAccessibleStructure,
  expectNoSidewaysScroll,
  expectOtherSchemeAccessible,
  laidOut,
  setColorScheme,
  settled,
} from '../../support/accessibility.ts';
import { screens } from '../../support/browser.ts';
import { expectPolicyKept } from '../../support/security-policy.ts';

/** Expects no button or link to cut its text off without an ellipsis, and no icon to cover the text of an input. */
async function expectNoClippedText(page: Page, where: string): Promise<void> {
  const cut = () => {
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>('button, a[href]')) {
      const words = one.innerText.trim();
      const sticksOut = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
      if (!sticksOut || words === '' || getComputedStyle(one).textOverflow === 'ellipsis') continue;
      found.push(`"${words}" by ${one.scrollWidth - one.clientWidth}`);
    }
    for (const input of document.querySelectorAll('input')) {
      const [box, style] = [input.getBoundingClientRect(), getComputedStyle(input)];
      const left = box.left + Number.parseFloat(style.paddingLeft);
      const right = box.right - Number.parseFloat(style.paddingRight);
      for (const icon of input.parentElement?.querySelectorAll(':scope > svg') ?? []) {
        const { left: start, right: end, width } = icon.getBoundingClientRect();
        if (width > 0 && box.width > 0 && start < right && end > left)
          found.push(`the icon over "${input.placeholder || input.name}"`);
      }
    }
    return found;
  };
  await laidOut(() => page.evaluate(cut), `${where}: texts that are cut off or covered`);
}

/** Text zoom factor (WCAG 1.4.4). */
const ZOOM = 2;

/**
 * Expects no horizontal scrolling and no clipped text at 200 % zoom, which leaves a quarter of the window. Clipped means: an element that
 * hides its overflow has some. Text for screen readers alone is excepted. The window stays that small: the next check sets its own size,
 * and laying the page out once more between them would be wasted.
 */
async function expectTextZoom(page: Page, where: string): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no size of its own.');
  await page.setViewportSize({
    width: Math.floor(size.width / ZOOM),
    height: Math.floor(size.height / ZOOM),
  });
  const lost = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels stick out`] : [];
    const hides = (value: string) => value === 'hidden' || value === 'clip';
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const hasText = [...one.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!hasText || !one.checkVisibility() || one.clientWidth <= 1) continue;
      const wide = hides(overflowX) && one.scrollWidth > one.clientWidth + 1;
      const high = hides(overflowY) && one.scrollHeight > one.clientHeight + 2;
      if (wide || high)
        found.push(`${one.tagName.toLowerCase()} "${one.innerText.trim().slice(0, 50)}" is cut off`);
    }
    return found;
  };
  await laidOut(() => page.evaluate(lost), `${where}, text twice as large`);
}

/** Minimum target size, in CSS pixels. */
const FINGER = 44;

/**
 * Expects every target to react within 44 × 44 pixels around its centre, whatever it looks like, by hit tests at the edges of that
 * square. Links inside a sentence are excepted (WCAG 2.5.5).
 */
async function expectTargetSize(page: Page, where: string): Promise<void> {
  const tight = (side: number) => {
    const controls = 'a[href], button, input, textarea, select, summary, [role=option], [role=menuitem]';
    const reach = side / 2 - 1;
    const inSentence = (one: Element) =>
      one.matches('a') &&
      one.closest('p, li') !== null &&
      (one.closest('p, li')?.textContent ?? '') !== one.textContent;
    const hits = (one: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (one.contains(hit) || hit.closest('label')?.contains(one) === true);
    };
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>(controls)) {
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || inSentence(one))
        continue;
      if (one.matches(':disabled, [aria-disabled=true], [aria-hidden=true], [tabindex="-1"]:not([role])'))
        continue;
      const box = one.getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      // Skips targets that are scrolled away, covered by a dialog or at the edge.
      const seen = x > side && y > side && x < innerWidth - side && y < innerHeight - side && hits(one, x, y);
      if (!seen || (box.width >= side && box.height >= side)) continue;
      const spots: readonly (readonly [number, number])[] = [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ];
      if (spots.some(([left, top]) => !hits(one, left, top))) {
        const name = one.getAttribute('aria-label') ?? one.innerText ?? '';
        found.push(
          `${one.tagName.toLowerCase()} "${name.trim().slice(0, 40)}" ${Math.round(box.width)}×${Math.round(box.height)}`,
        );
      }
    }
    return found;
  };
  await laidOut(() => page.evaluate(tight, FINGER), `${where}: too small for a finger`);
}

/** Waits until the page has its heading and no request is in flight. */
export async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

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
