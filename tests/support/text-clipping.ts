import { expect, type Page } from '@playwright/test';

/** Expects no button or link to cut its text off without an ellipsis. */
export async function expectNoClippedText(page: Page, where: string): Promise<void> {
  const cut = await page.evaluate(() => {
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>('button, a[href]')) {
      const words = one.innerText.trim();
      const sticksOut = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
      if (!sticksOut || words === '' || getComputedStyle(one).textOverflow === 'ellipsis') continue;
      found.push(`"${words}" by ${one.scrollWidth - one.clientWidth}`);
    }
    return found;
  });
  expect.soft(cut, `${where}: words that stick out of what is pressed`).toEqual([]);
}
