import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { ownerOf } from '#app/api/session.ts';
import { STORAGE_KEYS } from '#app/api/storage-key.ts';
import type { SignedIn } from '#contract/account.ts';
import { signedInAnswer } from './api.ts';
import { findHeadlessChromium } from './find-chromium.ts';
import { projectRoot } from './project-root.ts';
import { firstUser } from './running-server.ts';

/** The viewports that the product supports. */
export const screens = {
  tablet: { width: 1180, height: 820 },
  uprightTablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

/** A browser profile of one device. Its storage survives closing and opening. */
export interface BrowserProfile {
  readonly context: () => BrowserContext;
  /** Starts the browser; `offline` disables the network before the first request. */
  readonly open: (options?: { readonly offline?: boolean }) => Promise<Page>;
  readonly close: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

type DeviceOptions = Parameters<typeof chromium.launchPersistentContext>[1];

/** Creates a device with its own persistent profile, as an installed app has. */
export function newDevice(options: DeviceOptions = {}): BrowserProfile {
  const profile = mkdtempSync(join(tmpdir(), 'branch-desk-browser-'));
  let context: BrowserContext | undefined;
  const close = async () => {
    await context?.close();
    context = undefined;
  };
  return {
    context: () => {
      if (!context) throw new Error('This device is switched off: open it first.');
      return context;
    },
    open: async ({ offline = false } = {}) => {
      context = await chromium.launchPersistentContext(profile, {
        executablePath: findHeadlessChromium(),
        args: ['--disable-gpu'],
        serviceWorkers: 'allow',
        viewport: screens.tablet,
        hasTouch: true,
        locale: 'en-GB',
        timezoneId: 'Africa/Cairo',
        reducedMotion: 'reduce',
        offline,
        ...options,
      });
      context.setDefaultTimeout(60_000);
      return context.pages()[0] ?? (await context.newPage());
    },
    close,
    remove: async () => {
      await close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/**
 * Returns what the sign-in page stores of an answer, by its key in localStorage.
 * @throws {Error} when the token does not name its user, as those of other hosts: sign in on the screen there
 */
export function storedBySignIn({ access, refresh, storage_key }: SignedIn): Record<string, string> {
  const owner = ownerOf(access);
  if (!owner) throw new Error('The token does not name its user.');
  return {
    'branch-desk.session': JSON.stringify({ access, refresh, owner }),
    ...(storage_key && { [STORAGE_KEYS]: JSON.stringify([{ ...owner, key: storage_key }]) }),
  };
}

const filled = new WeakSet<BrowserContext>();

/** Firefox's `fill` is taken by React for a repetition: this assigns the value once more, past React, as a key press does. */
export async function letFirefoxFill(context: BrowserContext): Promise<void> {
  if (context.browser()?.browserType().name() !== 'firefox' || filled.has(context)) return;
  filled.add(context);
  await context.addInitScript(() => {
    const onInput = ({ isTrusted, target }: Event) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isTrusted || !isField) return;
      const { value, selectionStart } = target;
      target.value = '';
      const field = target instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(field.prototype, 'value')?.set?.call(target, value);
      if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionStart);
    };
    window.addEventListener('input', onInput, { capture: true });
  });
}

/** Puts the session where the sign-in page stores it, which saves a load of the app; `sign-in.e2e.ts` compares both. */
export async function signIn(page: Page, origin: string, user = firstUser): Promise<void> {
  const stored = storedBySignIn(await signedInAnswer(origin, user));
  await letFirefoxFill(page.context());
  // A page of the origin that is not the app.
  await page.goto(`${origin}/logo.svg`);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(stored));
  await page.goto(origin);
  await shellShown(page);
}

const shellShown = (page: Page) =>
  expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Students' }),
  ).toBeVisible();

export async function signInOnScreen(page: Page, origin: string, user = firstUser): Promise<void> {
  await letFirefoxFill(page.context());
  await page.goto(`${origin}/auth`);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await shellShown(page);
}

/** Waits for the service worker to control the page, so that it opens offline. */
export async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const precached = async () => {
      for (const name of await caches.keys()) {
        if (name.includes('precache') && (await (await caches.open(name)).keys()).length > 0) return true;
      }
      return false;
    };
    while (!(await precached())) await new Promise((later) => setTimeout(later, 20));
  });
}

/** So that each screen opens without a connection in a loaded page; tests that load a page offline install the app. */
export async function cacheScripts(page: Page): Promise<void> {
  const scripts = readdirSync(join(projectRoot, 'dist/app/assets')).filter((name) => name.endsWith('.js'));
  await page.evaluate(async (names) => {
    await Promise.all(names.map(async (name) => (await fetch(`/assets/${name}`)).arrayBuffer()));
  }, scripts);
}
