import type { Page } from '@playwright/test';
import { laidOut } from './accessibility.ts';

/** Expects no button or link to cut its text off without an ellipsis, and no icon to cover the text of an input. */
export async function expectNoClippedText(page: Page, where: string): Promise<void> {
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
