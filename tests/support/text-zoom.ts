import type { Page } from '@playwright/test';
import { laidOut } from './accessibility.ts';

/** Text zoom factor (WCAG 1.4.4). */
const ZOOM = 2;

/**
 * Expects no horizontal scrolling and no clipped text at 200 % zoom, which leaves a quarter of the window. Clipped means: an element that
 * hides its overflow has some. Text for screen readers alone is excepted. The window stays that small: the next check sets its own size,
 * and laying the page out once more between them would be wasted.
 */
export async function expectTextZoom(page: Page, where: string): Promise<void> {
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
