import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  type ApiClient,
  type ServerOptions,
  type StartedTestServer,
  startTestServer,
  type TestServer,
} from './test-server.ts';

/**
 * Starts one server for the tests of this file or group, and closes it after them. With `beforeTest`, each test has an empty branch of
 * its own, whose client is handed to it.
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
  if (beforeTest) beforeEach(async () => beforeTest(await started().newClient()));
  afterAll(() => server?.close());
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
