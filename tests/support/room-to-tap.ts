import { expect, type Page } from '@playwright/test';

/** The side of the square that a finger needs, in CSS pixels (look and hand). */
const FINGER = 44;

/**
 * Everything on the screen that can be tapped answers over 44 × 44 pixels around its middle, whatever it looks like: what a
 * press at the edges of that square hits is asked of the browser. Links inside a sentence are excepted, as WCAG 2.5.5 does.
 */
export async function expectRoomToTap(page: Page, where: string): Promise<void> {
  const tight = await page.evaluate((side) => {
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
      // What is scrolled away, covered by a dialog or too near the edge to be asked about is asked about elsewhere.
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
  }, FINGER);
  expect.soft(tight, `${where}: too small for a finger`).toEqual([]);
}
