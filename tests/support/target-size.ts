import type { Page } from '@playwright/test';
import { laidOut } from './accessibility.ts';

/** Minimum target size, in CSS pixels. */
const FINGER = 44;

/**
 * Expects every target to react within 44 × 44 pixels around its centre, whatever it looks like, by hit tests at the edges of that
 * square. Links inside a sentence are excepted (WCAG 2.5.5).
 */
export async function expectTargetSize(page: Page, where: string): Promise<void> {
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
