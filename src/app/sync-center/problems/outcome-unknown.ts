import { enteredAt } from '#app/cache/newest-first.ts';
import { textOf } from '#app/fields/field-control.ts';
import { asOf } from '#app/lib/as-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { formOf } from '#contract/define-resource.ts';
import {
  changedFields,
  diffRows,
  existingRecord,
  localColumn,
  mainRows,
  ownTarget,
  serverColumn,
  serverColumnText,
} from './diff.ts';
import type {
  DiffColumn,
  LocalMutation,
  ProblemType,
  RequiredReads,
  ResolutionAction,
  ServerState,
} from './problem.ts';

/** More than these are not compared by a person in a hurry. */
const MOST = 3;
/** Kinds that tell two records of one list apart. */
const TELLING = new Set(['text', 'phone', 'money', 'quantity', 'reference']);

const SEND = { kind: 'again', label: 'It is not there: send again' } as const;

function looks(asked: LocalMutation): RequiredReads {
  const { row, resource, record } = asked;
  if (row.operation.kind !== 'create') return ownTarget(asked);
  const whose = (['student', 'employee', 'book'] as const).filter(
    (name) => name in resource.fields && textOf(row.body[name]) !== '',
  );
  const search = {
    ...Object.fromEntries(whose.map((name) => [name, textOf(row.body[name])])),
    ...(resource.installment && { is_installment: record.is_installment === true }),
  };
  return { lists: [{ resource, search: { page: 1, ...search } }] };
}

/** How many of the telling fields a record has in common with what was sent, and of how many. */
function likeness({ row, resource, record }: LocalMutation, one: RecordRow): { same: number; of: number } {
  const { fields } = formOf(resource, record);
  const names = Object.keys(fields).filter(
    (name) => TELLING.has(fields[name]?.kind ?? '') && textOf(row.body[name]) !== '',
  );
  const same = names.filter((name) => textOf(one[name]) === textOf(row.body[name])).length;
  return { same, of: names.length };
}

/**
 * The newest records that may be the one that was sent: all that tells it from others is the same, or all but one thing. Those that
 * settled entries of this device have made are theirs: one record can't be the answer to two payments.
 */
function candidates(asked: LocalMutation, ground: ServerState): RecordRow[] {
  const listed = ground.lists[asked.resource.name] ?? [];
  return listed
    .filter(({ id }) => !ground.claimed.has(id))
    .map((one) => ({ one, ...likeness(asked, one) }))
    .filter(({ same, of }) => same > 0 && same >= of - 1)
    .sort((one, other) => other.same - one.same)
    .slice(0, MOST)
    .map(({ one }) => one);
}

const recorded = (one: RecordRow) => {
  const at = enteredAt(one);
  return at === undefined ? '' : `recorded ${asOf(at, Date.now())}`;
};

function ofCreate(asked: LocalMutation, ground: ServerState): { side: DiffColumn; ways: ResolutionAction[] } {
  const { resource } = asked;
  const found = candidates(asked, ground);
  const read = ground.lists[resource.name] !== undefined;
  if (found.length === 0)
    return {
      side: serverColumnText(
        read
          ? 'Nothing like it is among the newest records.'
          : 'The newest records could not be read. Look in the list first.',
      ),
      ways: [SEND],
    };
  const seen = found.map((record): ResolutionAction => {
    const which = found.length === 1 ? '' : ` (${recorded(record)})`;
    return { kind: 'seen', label: `It is there${which}: done`, record };
  });
  const side: DiffColumn = {
    title: 'On the server now',
    groups: found.map((one) => mainRows(resource, one)),
    says: found.map(recorded).filter(Boolean).join('; '),
  };
  return { side, ways: [...seen, SEND] };
}

function ofChange(asked: LocalMutation, ground: ServerState): { side: DiffColumn; ways: ResolutionAction[] } {
  const { row, resource } = asked;
  const own = existingRecord(ground.own);
  if (row.operation.kind === 'delete') {
    if (ground.own === 'gone')
      return {
        side: serverColumnText('It is not there any more.'),
        ways: [{ kind: 'seen', label: 'It is gone: done' }],
      };
    const still = { ...SEND, label: 'It is still there: send again' };
    return { side: serverColumn(...(own ? mainRows(resource, own) : [])), ways: [still] };
  }
  if (!own) return { side: serverColumnText('It could not be read. Look in the list first.'), ways: [SEND] };
  const names = changedFields(asked, own);
  if (names.length === 0)
    return {
      side: serverColumn(...diffRows(resource, own, Object.keys(row.body))),
      ways: [{ kind: 'seen', label: 'It is there: done', record: own }, SEND],
    };
  return {
    side: serverColumn(...diffRows(resource, own, names)),
    ways: [{ ...SEND, label: 'It is not changed: send again' }],
  };
}

/** The answer was lost, and this host can't tell a repeat from a new write (decision 5): a person looks. */
export const outcomeUnknown: ProblemType = {
  name: 'outcome unknown',
  is: ({ row }) => row.asksPerson,
  looks,
  tells: (asked, ground) => {
    const { row, resource, record } = asked;
    const { side, ways } =
      row.operation.kind === 'create' ? ofCreate(asked, ground) : ofChange(asked, ground);
    const lines =
      row.operation.kind === 'create'
        ? mainRows(resource, record)
        : diffRows(resource, record, Object.keys(row.body));
    return {
      title: 'Nobody knows whether the server got it',
      todo: 'The answer was lost on the way. Compare with what the server has; send it again only if it is not there.',
      sides: [localColumn(...lines), side],
      ways,
    };
  },
};
