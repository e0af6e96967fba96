import type { Page } from '@playwright/test';
import { ownerKey } from '#app/api/session.ts';
import { type OutboxEntry, readEntry } from '#app/outbox/model/entry.ts';
import { readEntries } from '#app/outbox/store/read-entries.ts';
import { readyForOffline } from '../../e2e/page-actions.ts';
import { type Device, installed, newDevice, signIn } from '../../support/browser.ts';
import type { Person } from '../../support/extra-users.ts';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { storedOnDevice } from '../../support/stored-on-device.ts';
import { type NetworkProfile, networkConditions } from '../network-conditions.ts';

/** One tablet with the installed app in a real browser, the weather between it and the server, and who works on it. */
export interface BrowserDevice {
  readonly number: number;
  readonly device: Device;
  readonly proxy: FaultProxy;
  readonly person: Person;
  /** The tab that is looked at. */
  page: Page;
  sky: NetworkProfile;
  offline: boolean;
  /** What the screen has called saved: the words by which it is known on the server, each used once. */
  readonly promised: ExpectedRecord[];
}

/** Something that a person was told is saved. */
export interface ExpectedRecord {
  readonly mark: string;
  readonly about: 'student' | 'adult-course' | 'expense';
}

/** Opens the app on a new tablet, signs somebody in and waits until it works without a network. */
export async function openBrowserDevice(
  seed: number,
  number: number,
  server: RunningServer,
  person: Person,
): Promise<BrowserDevice> {
  const weather: { sky: NetworkProfile } = { sky: 'clear' };
  const proxy = await startFaultProxy(
    server.origin,
    networkConditions(seed + number, () => weather.sky),
  );
  const device = newDevice();
  const page = await device.open();
  await signIn(page, proxy.origin, person);
  await installed(page);
  await readyForOffline(page, proxy);
  return {
    number,
    device,
    proxy,
    person,
    page,
    offline: false,
    promised: [],
    get sky() {
      return weather.sky;
    },
    set sky(sky) {
      weather.sky = sky;
    },
  };
}

const signInScreen = ({ page }: BrowserDevice) => page.getByRole('heading', { name: 'Welcome back' });

/** Bad weather that answers 401 to a refresh as well ends a sign-in: whether it has. */
export const mustSignIn = (tablet: BrowserDevice) => signInScreen(tablet).isVisible();

/** Has the person sign in again, under a clear sky, where their sign-in has ended. */
export async function visibleOn(tablet: BrowserDevice): Promise<void> {
  const { page, person, proxy } = tablet;
  await signInScreen(tablet)
    .or(page.getByRole('navigation', { name: 'Main' }))
    .waitFor();
  if (!(await mustSignIn(tablet))) return;
  const { sky } = tablet;
  tablet.sky = 'clear';
  await tablet.device.context().setOffline(false);
  await signIn(page, proxy.origin, person);
  await tablet.device.context().setOffline(tablet.offline);
  tablet.sky = sky;
}

/** Everything that stands in this tablet's outbox, in order, as whoever owns it sees it. */
export async function rowsOn({ page }: BrowserDevice): Promise<OutboxEntry[]> {
  const stored = await storedOnDevice(page, 'branch-desk-outbox', 'outbox');
  const owners = new Map(
    stored
      .map(readEntry)
      .map(({ ownerId, branchId }) => [ownerKey({ ownerId, branchId }), { ownerId, branchId }]),
  );
  const seen = [...owners.values()].flatMap((owner) => readEntries(owner, stored));
  return [...new Map(seen.map((row) => [row.seq, row])).values()];
}
