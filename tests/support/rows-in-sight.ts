import { expect, type Locator } from '@playwright/test';

/** The rows that a phone shows at least without scrolling, if the list has as many. */
const ROWS = 5;

/** Expects whole rows in the window, between the bars at its top and bottom, by hit tests at the upper and lower edge of each. */
export async function expectRowsInSight(rows: Locator, where: string): Promise<void> {
  await expect(rows.first()).toBeAttached();
  const whole = () =>
    rows.evaluateAll(
      (all) =>
        all.filter((row) => {
          const { left, width, top, bottom } = row.getBoundingClientRect();
          return [top + 3, bottom - 3].every((y) =>
            row.contains(document.elementFromPoint(left + width / 2, y)),
          );
        }).length,
    );
  const least = Math.min(ROWS, await rows.count());
  await expect.poll(whole, `${where}: whole rows on a phone`).toBeGreaterThanOrEqual(least);
}
