import { isRefusedByGateway } from '#app/outbox/model/entry.ts';
import { diffRows, localColumn, mainRows } from './diff.ts';
import type { ProblemType } from './problem.ts';
import { typeMessages } from './type-texts.en.ts';

/** Matches an entry that something between this device and the server refuses again and again (fault 67). */
export const refusedByGateway: ProblemType = {
  name: 'refused by a gateway',
  matches: ({ entry }) => isRefusedByGateway(entry),
  requiredReads: () => ({}),
  describe: ({ entry, resource, record }) => ({
    title: typeMessages.gatewayTitle,
    instruction: typeMessages.gateway({ status: entry.gatewayRefusals?.status ?? 0 }),
    columns: [
      localColumn(
        ...(entry.operation.kind === 'create'
          ? mainRows(resource, record)
          : diffRows(resource, record, Object.keys(entry.body))),
      ),
    ],
    actions: [{ kind: 'send-again', label: typeMessages.tryAgainNow }],
  }),
};
