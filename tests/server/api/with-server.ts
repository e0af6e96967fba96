import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
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
  let server: StartedTestServer | undefined;
  const started = () => {
    if (!server) throw new Error('The server is used before it is started: use it in a hook or a test');
    return server;
  };
  beforeAll(async () => {
    server = await startTestServer(options);
  });
  if (beforeTest)
    beforeEach(async () => {
      started().clock.now = firstMoment();
      await beforeTest(await started().newClient());
    });
  afterAll(async () => {
    // Whatever the tests did, through whatever call: money is the sum of its movements.
    const violations = server ? await ledgerViolations(server.queryAsOwner) : [];
    await server?.close();
    expect(violations).toEqual([]);
  });
  return {
    get app() {
      return started().app;
    },
    origin: () => started().origin(),
    get db() {
      return started().db;
    },
    get settings() {
      return started().settings;
    },
    get clock() {
      return started().clock;
    },
    newClient: () => started().newClient(),
    newColleague: (of, role) => started().newColleague(of, role),
    tokenOf: (person) => started().tokenOf(person),
    clientWithToken: (token) => started().clientWithToken(token),
    clientFor: (person) => started().clientFor(person),
    queryAsOwner: (text, values) => started().queryAsOwner(text, values),
  };
}

/** Stands for a client that is another one in each test. */
function present(of: () => ApiClient | undefined): ApiClient {
  const now = () => {
    const client = of();
    if (!client) throw new Error('The client is used before the test: use it in a hook or a test');
    return client;
  };
  return {
    get branchId() {
      return now().branchId;
    },
    get userId() {
      return now().userId;
    },
    get authorization() {
      return now().authorization;
    },
    send: (...given) => now().send(...given),
    get: (...given) => now().get(...given),
    create: (...given) => now().create(...given),
    listAll: (...given) => now().listAll(...given),
  };
}

/** Starts a server as `withServer` does. Each test has an empty branch, whose manager is the client; `prepare` fills it. */
export function withBranch(
  prepare?: () => void | Promise<void>,
  options?: ServerOptions,
): { readonly server: TestServer; readonly client: ApiClient } {
  let fresh: ApiClient | undefined;
  const server = withServer((made) => {
    fresh = made;
    return prepare?.();
  }, options);
  return { server, client: present(() => fresh) };
}

/** Starts a server as `withBranch` does, with somebody of the staff beside the manager, and a month that runs. */
export function withDesk(prepare?: () => void | Promise<void>): {
  readonly server: TestServer;
  readonly manager: ApiClient;
  readonly staff: ApiClient;
} {
  let colleague: ApiClient | undefined;
  const { server, client: manager } = withBranch(async () => {
    colleague = await server.newColleague(manager, 'staff');
    await manager.create('/month/', { name: 'March' });
    await prepare?.();
  });
  return { server, manager, staff: present(() => colleague) };
}
