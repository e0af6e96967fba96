import type { Page } from '@playwright/test';

/** One printed page, in millimetres. */
export interface PrintedPage {
  readonly width: number;
  readonly height: number;
}

const MM_PER_POINT = 25.4 / 72;
const toMm = (points: string) => Math.round(Number(points) * MM_PER_POINT);

/** Prints what is on the screen as the browser would, and reads the size of each page from the PDF. */
export async function printPdf(page: Page): Promise<{ pdf: Buffer; pages: readonly PrintedPage[] }> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(
    ([, width = '', height = '']) => ({ width: toMm(width), height: toMm(height) }),
  );
  return { pdf, pages };
}

/** Returns the text that stands on paper: what a print style sheet leaves visible. */
export async function printedText(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const text = await page.evaluate(() => document.body.innerText);
  await page.emulateMedia({ media: null });
  return text.replace(/[\u200e\u200f\u2066-\u2069]/g, '');
}
