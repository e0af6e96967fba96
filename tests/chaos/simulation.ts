import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import type { Tokens } from '#contract/account.ts';
import type { Draft } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import { type BranchFactory, branchFactory, createRandom } from '#server/demo/branch-factory.ts';
import { type Api, signedInApi, signedInTokens } from '../support/api.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import type { RunningServer } from '../support/running-server.ts';
import { type DeviceProcess, startDevice } from './device-process.ts';
import type { OpenForm } from './form-operations.ts';
import { type NetworkProfile, networkConditions } from './network-conditions.ts';
import { OperationLog } from './operation-log.ts';
import { uuidFrom } from './seeded-ids.ts';

/** Describes a created record; its id is that of the mutation that made it. */
export interface TrackedRecord {
  readonly resource: ResourceName;
  readonly device: number;
  readonly user: string;
  readonly id: string;
  readonly isInstallment: boolean;
  readonly body: Draft;
  isAcknowledged: boolean;
  deleted?: true;
}

export interface SimulatedDevice {
  readonly number: number;
  readonly process: DeviceProcess;
  readonly proxy: FaultProxy;
  readonly tabs: number[];
  /** Valid tokens of the users of this device, by email. */
  readonly tokens: Map<string, Tokens>;
  profile: NetworkProfile;
  user: string;
}

export interface User {
  readonly email: string;
  readonly password: string;
}

/** Holds the state of a chaos run: a server, three devices and everything they saved. */
export interface Simulation {
  readonly server: RunningServer;
  /** The manager's API client, which has no network faults. */
  readonly managerApi: Api;
  readonly devices: readonly SimulatedDevice[];
  readonly users: readonly User[];
  factory: BranchFactory;
  readonly forms: OpenForm[];
  readonly log: OperationLog;
  readonly records: TrackedRecord[];
  /** Delivers requests that the network has kept back until after the app gave up, oldest first. */
  readonly late: (() => Promise<void>)[];
  hasBackup: boolean;
  readonly newId: () => string;
}

/** A session that did not end by a log-out is used again: the server limits sign-in attempts. */
export async function signInOn(simulation: Simulation, device: SimulatedDevice, user: User): Promise<void> {
  const tokens = device.tokens.get(user.email) ?? (await tokensOf(simulation.server, user));
  device.tokens.set(user.email, tokens);
  await device.process.signIn(tokens);
  device.user = user.email;
}

/** Logs the user of a device out, if there is one, who waits this many seconds for what is pending. */
export async function signOutOn(
  simulation: Simulation,
  device: SimulatedDevice,
  seconds: number,
): Promise<void> {
  await device.process.flush(seconds);
  // The log-out leaves only the ids of what is acknowledged.
  await collectAcknowledged(simulation, device);
  // The server may end the session, so that the next sign-in needs a new one.
  if (await device.process.signOut()) device.tokens.delete(device.user);
}

const tokensOf = (server: RunningServer, { email, password }: User) =>
  signedInTokens(server.origin, { email, password, branch: '' });

interface Surroundings {
  readonly seed: number;
  readonly server: RunningServer;
  readonly program: string;
  /** True time at the start, in milliseconds. */
  readonly start: number;
  readonly late: Simulation['late'];
}

/** Starts one device per user and another one of the second user, each signed in with two open tabs. */
export async function startSimulation(
  given: Omit<Surroundings, 'late'>,
  users: readonly [User, User],
): Promise<Simulation> {
  const { seed, server } = given;
  const ids = createRandom(seed);
  const newId = () => uuidFrom(ids);
  const surroundings = { ...given, late: [] };
  const devices = await Promise.all(
    [...users, users[1]].map((user, number) => openDevice(surroundings, number, user, users)),
  );
  const managerApi = await signedInApi(server.origin);
  return {
    server,
    managerApi,
    devices,
    users,
    factory: branchFactory(seed),
    forms: [],
    log: new OperationLog(),
    records: [],
    late: surroundings.late,
    hasBackup: false,
    newId,
  };
}

async function openDevice(
  { seed, server, program, start, late }: Surroundings,
  number: number,
  user: User,
  users: readonly User[],
): Promise<SimulatedDevice> {
  const network: { profile: NetworkProfile } = { profile: 'clear' };
  const conditions = networkConditions(
    seed + number,
    () => network.profile,
    (deliver) => late.push(deliver),
  );
  const proxy = await startFaultProxy(server.origin, conditions);
  const device = await startDevice(program, proxy.origin, seed + number, start);
  // A backup of the server has the sessions of all users then, so that they stay signed in after a restore.
  const tokens = new Map<string, Tokens>();
  for (const one of users) tokens.set(one.email, await tokensOf(server, one));
  const userTokens = tokens.get(user.email);
  if (userTokens) await device.signIn(userTokens);
  const tabs = [await device.openTab(), await device.openTab()];
  return {
    number,
    process: device,
    proxy,
    tabs,
    tokens,
    user: user.email,
    get profile() {
      return network.profile;
    },
    set profile(profile) {
      network.profile = profile;
    },
  };
}

/** Returns records that a device can show: those of its user and those on the server. */
export function visibleRecords(
  simulation: Simulation,
  device: SimulatedDevice,
  resource: ResourceName,
): TrackedRecord[] {
  return simulation.records.filter(
    (record) =>
      record.resource === resource &&
      !record.deleted &&
      (record.isAcknowledged || (record.device === device.number && record.user === device.user)),
  );
}

export async function saveOn(
  simulation: Simulation,
  device: SimulatedDevice,
  mutation: Mutation,
): Promise<void> {
  const tab = simulation.factory.chance.pick(device.tabs);
  const result = await device.process.save(tab, mutation);
  if (result.outcome === 'stored') {
    simulation.log.add(device.number, result.seq, mutation);
    if (mutation.kind === 'create' && mutation.replaces === undefined) track(simulation, device, mutation);
  }
  if (result.outcome === 'removed') untrack(simulation, device, mutation.recordId);
}

function track(simulation: Simulation, device: SimulatedDevice, mutation: Mutation): void {
  const { resource } = mutation;
  if (!isResourceName(resource)) return;
  simulation.records.push({
    resource,
    device: device.number,
    user: device.user,
    id: mutation.id,
    isInstallment: mutation.body.is_installment === true,
    body: mutation.body,
    isAcknowledged: false,
  });
}

/** Marks a pending create as removed, together with all entries for its record. */
function untrack(simulation: Simulation, device: SimulatedDevice, recordId: string | undefined): void {
  for (const record of simulation.records) if (record.id === recordId) record.deleted = true;
  for (const entry of simulation.log.all()) {
    const matches = entry.mutations.some(({ id, recordId: of }) => of === recordId || id === recordId);
    if (entry.device === device.number && matches && !entry.acknowledged) entry.removed = 'removed';
  }
}

/** Logs which entries of a device are acknowledged, offered again or forgotten since the last call. */
export async function collectAcknowledged(simulation: Simulation, device: SimulatedDevice): Promise<void> {
  const { log } = simulation;
  const { changed, gone } = await device.process.changedEntries();
  for (const stored of changed) {
    const entry = log.at(device.number, stored.seq);
    if (!entry) throw new Error(`Device ${device.number} has an entry ${stored.seq} that was never saved`);
    const before = entry.acknowledged;
    log.observe(entry, stored);
    if (entry.acknowledged !== undefined && entry.acknowledged !== before)
      followAcknowledged(simulation, device, stored);
  }
  for (const seq of gone) {
    const entry = log.at(device.number, seq);
    if (entry) log.observe(entry, undefined);
  }
}

function followAcknowledged({ records }: Simulation, device: SimulatedDevice, entry: OutboxEntry): void {
  const { kind, recordId, resource } = entry.operation;
  if (kind === 'create' && entry.result) {
    const created = records.find(({ id, device: number }) => number === device.number && id === recordId);
    if (created) created.isAcknowledged = true;
  }
  if (kind !== 'delete') return;
  for (const record of records)
    if (record.id === recordId && record.resource === resource) record.deleted = true;
}
