import { startServer } from '../support/running-server.ts';
import { type JavaScriptSizes, javaScriptSizes } from './javascript-sizes.ts';

/** Limits the JavaScript of a screen, in kilobytes (1 000 bytes) of brotli. */
const budget: Record<keyof JavaScriptSizes, { readonly label: string; readonly kilobytes: number }> = {
  signIn: { label: 'sign-in', kilobytes: 155 },
  firstList: { label: 'first list', kilobytes: 250 },
  form: { label: 'a form, beyond its list', kilobytes: 107 },
};

/** What Arabic adds, in kilobytes; the texts of all screens but the first lists are one file that loads later (decision 110). */
const inArabic: Record<keyof JavaScriptSizes, number> = { signIn: 8, firstList: 8, form: 30 };

function report(label: string, bytes: number, kilobytes: number): void {
  const over = bytes > kilobytes * 1_000;
  process.stdout.write(`${over ? '✗' : '✓'} ${label}: ${(bytes / 1_000).toFixed(1)} KB of ${kilobytes} KB\n`);
  if (over) process.exitCode = 1;
}

const server = await startServer();
try {
  const { english, moreInArabic } = await javaScriptSizes(server.origin);
  for (const name of ['signIn', 'firstList', 'form'] as const)
    report(budget[name].label, english[name], budget[name].kilobytes);
  for (const name of ['signIn', 'firstList', 'form'] as const)
    report(`${budget[name].label}, more in Arabic`, moreInArabic[name], inArabic[name]);
} finally {
  await server.remove();
}
