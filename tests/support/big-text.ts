import { expect, type Page } from '@playwright/test';

/** How far text is made larger (WCAG 1.4.4). */
const ZOOM = 2;

/**
 * With everything twice as large, which is how browsers make text larger and leaves a quarter of the window, the page is still
 * not wider than the window and no text is cut off: nothing that hides what does not fit has more in it than it shows. What is
 * there for screen readers alone is excepted.
 */
export async function expectRoomForBigText(page: Page, where: string): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no size of its own.');
  await page.setViewportSize({
    width: Math.floor(size.width / ZOOM),
    height: Math.floor(size.height / ZOOM),
  });
  const lost = await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
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
  });
  expect.soft(lost, `${where}, text twice as large`).toEqual([]);
  await page.setViewportSize(size);
}
