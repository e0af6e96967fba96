import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { ledgerViolations } from '../../crash/invariants.ts';
import {
  type ApiClient,
  firstMoment,
  type ServerOptions,
  type StartedTestServer,
  startTestServer,
  type TestServer,
} from './test-server.ts';

/**
 * Starts one server for the tests of this file or group, and closes it after them. With `beforeTest`, each test has an empty branch of
 * its own, whose client is handed to it, and begins at the first moment of the server's clock.
 * @throws From every property, outside of hooks and tests: the server is started before the first of them.
 */
export function withServer(
  beforeTest?: (client: ApiClient) => void | Promise<void>,
  options?: ServerOptions,
): TestServer {
  let started: StartedTestServer | undefined;
  const server = standIn<TestServer>(
    () => started,
    'The server is used before it is started: use it in a hook or a test',
  );
  beforeAll(async () => {
    started = await startTestServer(options);
  });
  if (beforeTest)
    beforeEach(async () => {
      server.clock.now = firstMoment();
      await beforeTest(await server.newClient());
    });
  afterAll(async () => {
    // Whatever the tests did, through whatever call: money is the sum of its movements.
    const violations = started ? await ledgerViolations(started.queryAsOwner) : [];
    await started?.close();
    expect(violations).toEqual([]);
  });
  return server;
}

/** Stands for what exists only once hooks have run, and may be another one in each test. */
function standIn<T extends object>(of: () => T | undefined, missing: string): T {
  const now = () => {
    const found = of();
    if (!found) throw new Error(missing);
    return found;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(now(), name),
    // So that it can be spread.
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(now(), name),
  });
}

const present = (of: () => ApiClient | undefined) =>
  standIn(of, 'The client is used before the test: use it in a hook or a test');

/** As `withServer`; each test has an empty branch, whose manager is the client and which `prepare` fills. */
export function withBranch(prepare?: () => void | Promise<void>, options?: ServerOptions) {
  let fresh: ApiClient | undefined;
  const server = withServer((made) => {
    fresh = made;
    return prepare?.();
  }, options);
  return { server, client: present(() => fresh), factory: branchFactory(3) };
}

/** Starts a server as `withBranch` does, with somebody of the staff beside the manager, and a month that runs. */
export function withDesk(prepare?: () => void | Promise<void>) {
  let colleague: ApiClient | undefined;
  const {
    server,
    client: manager,
    factory,
  } = withBranch(async () => {
    colleague = await server.newColleague(manager, 'staff');
    await manager.create('/month/', { name: 'March' });
    await prepare?.();
  });
  return { server, manager, staff: present(() => colleague), factory };
}
