import { afterEach, expect, it, vi } from 'vitest';
import { chooseDeviceLanguage } from '#app/lib/language.ts';

const page = document.documentElement;

afterEach(() => chooseDeviceLanguage('en'));

it('the language that the page is in already changes no attribute: all elements would be styled anew', async () => {
  await chooseDeviceLanguage('en');
  const changed: (string | null)[] = [];
  const observer = new MutationObserver((records) =>
    changed.push(...records.map(({ attributeName }) => attributeName)),
  );
  observer.observe(page, { attributes: true });
  await chooseDeviceLanguage('en');
  await chooseDeviceLanguage('ar');
  await vi.waitFor(() => expect(page.dir).toBe('rtl'));
  await Promise.resolve();
  expect(changed).toEqual(['lang', 'dir']);
  observer.disconnect();
});
