import { messages } from '#server/store/messages.ts';

/** Names browsers by their mark in the User-Agent header; the particular before what they pretend to be. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const find = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([mark]) => mark.test(agent))?.[1];

/** Returns a readable name of a device from its User-Agent header: "Safari on iPad", or the name of a program. */
export function deviceOf(agent: string | null): string {
  const text = agent ?? '';
  const [browser, system] = [find(browsers, text), find(systems, text)];
  if (browser && system) return messages.browserOnSystem({ browser, system });
  return browser ?? system ?? /^[\w.-]{1,40}/.exec(text)?.[0] ?? messages.unknownDevice;
}
