/** A defence of the offline design, how it is taken out, and the test that must then be red. */
export interface Defence {
  /** Number of the fault in the offline design, and what stands against it. */
  readonly fault: number;
  readonly holds: string;
  /** The beginning of the test's name. */
  readonly test: string;
  readonly file: string;
  /** File, what stands there (once), and what stands there without the defence. */
  readonly without: readonly (readonly [file: string, find: string, replace: string])[];
}

const outbox = (name: string) => `src/app/outbox/${name}.ts`;
const data = (name: string) => `src/app/data/${name}.ts`;
const network = 'tests/app/outbox/faults-network.test.ts';
const order = 'tests/app/outbox/faults-order.test.ts';
const people = 'tests/app/outbox/faults-people.test.ts';
const tabs = 'tests/app/outbox/faults-tabs.test.ts';
const save = 'tests/app/outbox/save.test.ts';
const client = 'tests/app/data/api-client.test.ts';

/** A defence that is one place. */
const one = (
  fault: number,
  holds: string,
  [file, test]: readonly [string, string],
  ...without: readonly [file: string, find: string, replace: string]
): Defence => ({ fault, holds, test, file, without: [without] });

const newKeyEachTime = [
  outbox('send-row'),
  'idempotencyKey: row.id',
  'idempotencyKey: crypto.randomUUID()',
] as const;

/** Every fault that is tested without a browser. */
export const defences: readonly Defence[] = [
  one(1, 'a repeat carries the key of the first try', [network, '1 committed'], ...newKeyEachTime),
  one(
    2,
    'twenty seconds without an answer end a try',
    [network, '2 timeout'],
    data('send-request'),
    '20_000',
    '20_000_000',
  ),
  one(
    3,
    'stored before anything else',
    [tabs, '3 killed after enqueue'],
    outbox('enqueue'),
    'await db.outbox.add(row)',
    '1',
  ),
  one(
    4,
    'a row whose tab is gone is of unknown outcome and goes again',
    [tabs, '4 killed mid-send'],
    outbox('drain'),
    "row.state === 'sending' && (",
    "row.state === 'auth' && (",
  ),
  one(5, 'the same key again is answered again', [tabs, '5 killed between'], ...newKeyEachTime),
  one(
    6,
    'one id is one row',
    [tabs, '6 double tap'],
    outbox('enqueue'),
    'if (again) return',
    'if (again === null) return',
  ),
  {
    fault: 7,
    holds: 'a row is claimed as it stands in the commit that claims it',
    test: '7 two tabs',
    file: tabs,
    without: [
      [outbox('drain'), "(row.state !== 'queued' && row.state !== 'unknown')", 'false'],
      [outbox('drain'), 'let changed = pass.tookNews() || last.outdated;', 'let changed = false;'],
    ],
  },
  one(
    8,
    'whoever has the lock takes over at once what was being sent',
    [tabs, '8 lock holder'],
    outbox('drain'),
    '(exclusive || ',
    '(',
  ),
  one(
    9,
    'a lock whose heart has stopped is stolen',
    [tabs, '9 lock holder'],
    outbox('drain-lock'),
    'const FROZEN = 60_000',
    'const FROZEN = 60_000_000',
  ),
  one(
    10,
    'only the claim that stands may settle',
    [tabs, 'a settled row can be told'],
    outbox('settle'),
    'row.claim.token !== claimed.claim?.token',
    'false',
  ),
  one(
    11,
    'without locks a claim runs out',
    [tabs, '11 no Web Locks'],
    outbox('drain'),
    'const CLAIM_LASTS = 60_000',
    'const CLAIM_LASTS = 60_000_000',
  ),
  {
    fault: 12,
    holds: 'a running pass looks for news, and another one follows it',
    test: '12 enqueue during',
    file: tabs,
    without: [
      [outbox('drainer'), 'tookNews: () => this.#takeNews()', 'tookNews: () => false'],
      [
        outbox('drainer'),
        'this.#asked.push({ force, done });',
        'if (this.#running) return done(); this.#asked.push({ force, done });',
      ],
    ],
  },
  one(
    14,
    'a request that failed is the truth',
    [network, '14 onLine true'],
    data('send-request'),
    "throw new ApiFailure('transient');",
    "throw new ApiFailure('refused');",
  ),
  one(
    15,
    'the browser is not asked whether there is a network',
    [network, '15 onLine false'],
    outbox('drainer'),
    'if (this.#stopped) return Promise',
    'if (this.#stopped || !navigator.onLine) return Promise',
  ),
  one(
    16,
    'offline is no error: the write is kept',
    [save, '16 offline'],
    outbox('save'),
    "return { outcome: 'kept', recordId };",
    "return { outcome: 'refused', fields: [] };",
  ),
  one(
    17,
    'a success must read as the contract has it',
    [network, '17 captive portal'],
    data('judge-answer'),
    "throw new ApiFailure('transient', { status: answer.status });\n}",
    'return answer.body as z.output<S>;\n}',
  ),
  one(
    18,
    'a redirect is no answer',
    [network, '18 redirect'],
    data('send-request'),
    "throw new ApiFailure('transient');",
    "throw new ApiFailure('refused');",
  ),
  one(
    19,
    'an error of the server is tried again',
    [network, '19 500'],
    outbox('error-class'),
    'status >= 500 || ',
    '',
  ),
  one(
    20,
    'the host is given the time it asks for',
    [network, '20 429'],
    outbox('backoff'),
    'return Math.max(asked, ',
    'return Math.max(0, ',
  ),
  one(
    21,
    'a first write under way is asked about again',
    [network, '21 409'],
    outbox('error-class'),
    'if (status === 409 && retryAfter)',
    'if (status === 409 && !status)',
  ),
  one(
    22,
    'a row that was tried keeps its bytes',
    [network, '22 same key, changed body: a tried'],
    outbox('drain'),
    'sent: row.sent ?? mint(row, now)',
    'sent: mint(row, now)',
  ),
  one(
    23,
    'a token that has run out is refreshed',
    [people, '23 401'],
    data('api-client'),
    'if (!wantsSignIn(first)) return first;',
    'return first;',
  ),
  one(
    24,
    'without its owner a row waits',
    [people, '24 401'],
    outbox('settle'),
    "state: 'auth', lastStatus: 401",
    "state: 'rejected', lastStatus: 401",
  ),
  one(
    25,
    'a refresh that got no answer signs nobody out',
    [people, '25 refresh'],
    data('api-client'),
    'let renewed = await refreshSession(session).catch(unanswered401);',
    'let renewed = await refreshSession(session).catch((error) => { clearTokens(); throw error; });',
  ),
  one(
    26,
    'the token that another tab has fetched is used',
    [client, '26 two tabs refresh together: the second'],
    data('refresh-session'),
    'if (already) return already;',
    '',
  ),
  one(
    27,
    'a 403 needs a person',
    [order, '27 403'],
    outbox('error-class'),
    "  return 'refused';",
    "  return status === 403 ? 'transient' : 'refused';",
  ),
  one(
    28,
    'only what depends on a refused row waits',
    [order, '28 422'],
    outbox('next-row'),
    'if (!isUnsettled(row)) continue;',
    "if (row.state === 'rejected') break;",
  ),
  one(
    29,
    'what depends on a refused row is held back',
    [order, '29 a rejected parent'],
    outbox('next-row'),
    'const stuck = row.dependsOn.some(',
    'const stuck = [].some(',
  ),
  one(
    30,
    "the host's id reaches the dependants in the commit of the answer",
    [order, '30 reload between'],
    outbox('settle'),
    'if (named)\n        Object.assign(',
    'if (named === undefined)\n        Object.assign(',
  ),
  one(
    31,
    'what waits is counted at the sign-in screen',
    [people, '31 log out with pending rows: they stay'],
    outbox('sign-out-check'),
    "if (row.state === 'done') continue;",
    'if (row.id) continue;',
  ),
  {
    fault: 32,
    holds: "nobody's rows are sent by somebody else",
    test: '32 user B',
    file: people,
    without: [
      [outbox('unsettled-rows'), ".where('[ownerId+state]').anyOf(keys).toArray()", '.toArray()'],
      [outbox('next-row'), "row.ownerId !== owner.ownerId && row.ownerId !== ''", 'false'],
      [outbox('send-row'), ', expectOwner: ownerKey(owner) }', ' }'],
      [outbox('next-row'), 'row.branchId === owner.branchId', 'row.branchId !== undefined'],
    ],
  },
  one(
    33,
    'a token is only refreshed for the person it was of',
    [people, '33 switch during a send: a 401'],
    data('refresh-session'),
    'if (!now || ownerKey(now.owner) !== ownerKey(stale.owner)) throw',
    'if (!now) throw',
  ),
  one(
    34,
    'rows of another branch are parked',
    [people, '34 other branch'],
    outbox('next-row'),
    "return { ...row, state: 'blocked', parked: 'other-branch' };",
    'return row;',
  ),
  one(
    35,
    'what could not be stored is not called saved',
    [save, '35 quota'],
    outbox('save'),
    '.catch(() => undefined);\n  return Promise.race',
    ".catch(() => ({ outcome: 'stored', seq: 1, recordId: 'x', merged: false }) as const);\n  return Promise.race",
  ),
  one(
    36,
    'a full cache makes room for what is new',
    ['tests/app/data/query-store.test.ts', '36 quota on cache write'],
    data('store-queries'),
    'if (!isQuota(error)) return;',
    'if (error) return;',
  ),
  one(
    37,
    'a database that hangs is not waited for for ever',
    [save, '37 IndexedDB'],
    outbox('save'),
    'const DEVICE_WAITS = 8_000',
    'const DEVICE_WAITS = 8_000_000',
  ),
  one(
    40,
    'rows of a newer build are parked',
    [tabs, '40 old code'],
    outbox('outbox-row'),
    'if (row.schemaVersion > SCHEMA_VERSION) return',
    'if (row.schemaVersion > 1_000_000) return',
  ),
  one(
    41,
    'operations that this build does not know are parked',
    [tabs, '40 old code'],
    outbox('outbox-row'),
    'if (!isResourceName(row.operation.resource))',
    'if (row.seq < 0)',
  ),
  one(
    42,
    'what cannot be read is parked in sight',
    [tabs, '40 old code'],
    outbox('next-row'),
    "row.ownerId !== owner.ownerId && row.ownerId !== ''",
    'row.ownerId !== owner.ownerId',
  ),
  one(
    43,
    'a moment planned by a wrong clock is not waited for',
    [tabs, '43 clock jumps'],
    outbox('backoff'),
    ' || nextAttemptAt - now > LONGEST_ASKED',
    '',
  ),
  one(
    48,
    'an overpayment is refused and needs a person',
    [order, '48 the enrolment'],
    outbox('error-class'),
    "  return 'refused';",
    "  return 'transient';",
  ),
  one(
    49,
    'a read that began after the answer has it',
    ['tests/app/outbox/chains.test.ts', '49 refetch'],
    outbox('standing'),
    "return 'in';",
    "return 'out';",
  ),
];
