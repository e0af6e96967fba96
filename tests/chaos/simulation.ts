import { temporaryId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import type { Tokens } from '#contract/account.ts';
import type { Draft } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { type BranchFactory, branchFactory } from '#server/demo/branch-factory.ts';
import { type Api, signedInApi, signedInTokens } from '../support/api.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import type { RunningServer } from '../support/running-server.ts';
import { type DeviceProcess, startDevice } from './device-process.ts';
import { type NetworkProfile, networkConditions } from './network-conditions.ts';
import { OperationLog } from './operation-log.ts';
import { uuidFrom } from './seeded-ids.ts';

/** A record as the desks know it: by the id that its device gave it, and later by the server's. */
export interface TrackedRecord {
  readonly resource: ResourceName;
  readonly device: number;
  readonly person: string;
  readonly temporaryId: string;
  readonly isInstallment: boolean;
  readonly body: Draft;
  serverId?: string;
  gone?: true;
}

/** One tablet, the weather between it and the server, and who works on it. */
export interface SimulatedDevice {
  readonly number: number;
  readonly device: DeviceProcess;
  readonly proxy: FaultProxy;
  readonly tabs: number[];
  /** Tokens of people who are not here now. */
  readonly tokens: Map<string, Tokens>;
  sky: NetworkProfile;
  person: string;
}

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** A branch with two tablets, as far as its people know it. */
export interface Simulation {
  readonly server: RunningServer;
  /** The manager's own connection, which nothing disturbs. */
  readonly office: Api;
  readonly desks: readonly SimulatedDevice[];
  readonly people: readonly Person[];
  readonly factory: BranchFactory;
  readonly ledger: OperationLog;
  readonly known: TrackedRecord[];
  /** A UUID that the seed decides. */
  readonly newId: () => string;
}

/**
 * Somebody else takes this tablet, or the same person comes back to it. Who has worked here before goes on with the tokens of
 * then, since the server counts tries to sign in.
 */
export async function switchPerson(world: Simulation, desk: SimulatedDevice, person: Person): Promise<void> {
  const left = await desk.device.signOut();
  if (left) desk.tokens.set(desk.person, left);
  const kept = desk.tokens.get(person.email);
  desk.tokens.delete(person.email);
  await desk.device.signIn(kept ?? (await tokensOf(world.server, person)));
  desk.person = person.email;
}

const tokensOf = (server: RunningServer, { email, password }: Person) =>
  signedInTokens(server.origin, { email, password, branch: '' });

/** Puts the tablets on their desks, each with a person signed in and two tabs open. */
export async function openBranch(
  seed: number,
  server: RunningServer,
  people: readonly [Person, Person],
  program: string,
): Promise<Simulation> {
  const factory = branchFactory(seed);
  const { chance } = factory;
  const newId = () => uuidFrom(chance);
  const desks = await Promise.all(
    people.map((person, number) => openDesk(seed, number, server, person, program)),
  );
  const office = await signedInApi(server.origin);
  return { server, office, desks, people, factory, ledger: new OperationLog(), known: [], newId };
}

async function openDesk(
  seed: number,
  number: number,
  server: RunningServer,
  person: Person,
  program: string,
): Promise<SimulatedDevice> {
  const weather: { sky: NetworkProfile } = { sky: 'clear' };
  const proxy = await startFaultProxy(
    server.origin,
    networkConditions(seed + number, () => weather.sky),
  );
  const device = await startDevice(program, proxy.origin, seed + number);
  await device.signIn(await tokensOf(server, person));
  const tabs = [await device.openTab(), await device.openTab()];
  return {
    number,
    device,
    proxy,
    tabs,
    tokens: new Map(),
    person: person.email,
    get sky() {
      return weather.sky;
    },
    set sky(sky) {
      weather.sky = sky;
    },
  };
}

/** Records that this desk can show: its own people's, and what the server has told of the others'. */
export function visible(world: Simulation, desk: SimulatedDevice, resource: ResourceName): TrackedRecord[] {
  return world.known.filter(
    (one) =>
      one.resource === resource &&
      !one.gone &&
      (one.serverId !== undefined || (one.device === desk.number && one.person === desk.person)),
  );
}

/** The id by which this desk names a record: a form that was opened before the answer came still has the temporary one. */
export function idAt(world: Simulation, desk: SimulatedDevice, one: TrackedRecord): string {
  const own = one.device === desk.number && one.person === desk.person;
  if (one.serverId === undefined) return one.temporaryId;
  return own && world.factory.chance.happens(30) ? one.temporaryId : one.serverId;
}

/** Stores a write on this desk's device and writes down what the device said. */
export async function saveAt(world: Simulation, desk: SimulatedDevice, write: Mutation): Promise<void> {
  const tab = world.factory.chance.pick(desk.tabs);
  const said = await desk.device.save(tab, write);
  if (said.outcome === 'stored') {
    world.ledger.add(desk.number, said.seq, write);
    if (write.kind === 'create' && write.replaces === undefined) know(world, desk, write);
  }
  if (said.outcome === 'removed') forget(world, desk, write.recordId);
}

function know(world: Simulation, desk: SimulatedDevice, write: Mutation): void {
  world.known.push({
    resource: write.resource,
    device: desk.number,
    person: desk.person,
    temporaryId: temporaryId(write.id),
    isInstallment: write.body.is_installment === true,
    body: write.body,
  });
}

/** A create that was never sent is gone with everything that was still to be done to what it would have made. */
function forget(world: Simulation, desk: SimulatedDevice, recordId: string | undefined): void {
  for (const one of world.known) if (one.temporaryId === recordId) one.gone = true;
  for (const place of world.ledger.all()) {
    const about = place.writes.some(
      ({ id, recordId: of }) => of === recordId || temporaryId(id) === recordId,
    );
    if (place.device === desk.number && about && !place.done) place.gone = 'removed';
  }
}

/** Writes down what a device has had acknowledged since it was last asked. */
export async function collectAcknowledged(world: Simulation, desk: SimulatedDevice): Promise<void> {
  for (const row of await desk.device.rows()) {
    const place = world.ledger.at(desk.number, row.seq);
    if (!place) throw new Error(`Device ${desk.number} has a row ${row.seq} that nobody saved`);
    if (row.state !== 'done' || place.done) continue;
    place.done = row;
    const made = world.known.find(
      ({ temporaryId: id, device }) => device === desk.number && id === row.operation.recordId,
    );
    if (row.operation.kind === 'create' && made && row.result) made.serverId = row.result.id;
    if (row.operation.kind !== 'delete') continue;
    for (const one of world.known) {
      if (one.serverId === row.operation.recordId && one.resource === row.operation.resource) one.gone = true;
    }
  }
}
