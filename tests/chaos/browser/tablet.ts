import type { Page } from '@playwright/test';
import { ownerKey } from '#app/api/session.ts';
import { type OutboxEntry, readEntry } from '#app/outbox/model/entry.ts';
import { readEntries } from '#app/outbox/store/stored-entries.ts';
import { readyForOffline } from '../../e2e/page-actions.ts';
import { type BrowserProfile, installed, newDevice, signInOnScreen } from '../../support/browser.ts';
import type { Person } from '../../support/extra-users.ts';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { storedOnDevice } from '../../support/stored-on-device.ts';
import { type NetworkProfile, networkConditions } from '../network-conditions.ts';

/** Describes a browser with the installed app, its network and its user. */
export interface BrowserDevice {
  readonly number: number;
  readonly browser: BrowserProfile;
  readonly proxy: FaultProxy;
  readonly user: Person;
  /** The visible tab. */
  page: Page;
  /** A tab with a form that was left open. */
  openForm: Page | undefined;
  profile: NetworkProfile;
  offline: boolean;
  /** Records that the screen reported as saved, each with a unique label. */
  readonly expectedRecords: ExpectedRecord[];
}

/** Identifies a record that the screen reported as saved. */
export interface ExpectedRecord {
  readonly label: string;
  readonly resource: 'student' | 'adult-course' | 'expense';
}

/** When a late request arrives, in milliseconds. */
const LATE_MS = 3_000;

/** Opens the app in a new browser, signs a user in and waits until it works offline. */
export async function openBrowserDevice(
  seed: number,
  number: number,
  server: RunningServer,
  user: Person,
): Promise<BrowserDevice> {
  const network: { profile: NetworkProfile } = { profile: 'clear' };
  const proxy = await startFaultProxy(
    server.origin,
    networkConditions(
      seed + number,
      () => network.profile,
      (deliver) => setTimeout(deliver, LATE_MS),
    ),
  );
  const device = newDevice();
  const page = await device.open();
  await signInOnScreen(page, proxy.origin, user);
  await installed(page);
  await readyForOffline(page, proxy);
  return {
    number,
    browser: device,
    proxy,
    user,
    page,
    openForm: undefined,
    offline: false,
    expectedRecords: [],
    get profile() {
      return network.profile;
    },
    set profile(profile) {
      network.profile = profile;
    },
  };
}

const signInScreen = ({ page }: BrowserDevice) => page.getByRole('heading', { name: 'Welcome back' });

/** Returns whether the session has ended, as after a simulated 401 to a token refresh. */
export const mustSignIn = (device: BrowserDevice) => signInScreen(device).isVisible();

/** Signs the user in again on a clear network if the session has ended. */
export async function ensureSignedIn(device: BrowserDevice): Promise<void> {
  const { page, user, proxy } = device;
  await signInScreen(device)
    .or(page.getByRole('navigation', { name: 'Main' }))
    .waitFor();
  if (!(await mustSignIn(device))) return;
  const { profile } = device;
  device.profile = 'clear';
  await device.browser.context().setOffline(false);
  await signInOnScreen(page, proxy.origin, user);
  await device.browser.context().setOffline(device.offline);
  device.profile = profile;
}

/** Returns the entries of all owners in order, each as its owner sees it. */
export async function entriesOn({ page }: BrowserDevice): Promise<OutboxEntry[]> {
  const stored = await storedOnDevice(page, 'branch-desk-outbox', 'outbox');
  const owners = new Map(
    stored
      .map(readEntry)
      .map(({ ownerId, branchId }) => [ownerKey({ ownerId, branchId }), { ownerId, branchId }]),
  );
  const visible = [...owners.values()].flatMap((owner) => readEntries(owner, stored));
  return [...new Map(visible.map((entry) => [entry.seq, entry])).values()];
}
