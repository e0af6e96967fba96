import { textOf } from '#app/fields/field-control.ts';
import { editPath, pagePath } from '#app/lib/paths.ts';
import { isOffered, type OutboxEntry, type QuarantineReason } from '#app/outbox/model/entry.ts';
import { editTarget } from '#app/sync-center/edit-target.ts';
import { type Draft, formOf } from '#contract/define-resource.ts';
import { inDigits } from '#contract/digits.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { changedMeanwhileCard } from './changed-meanwhile.ts';
import type { Card, ResolutionAction } from './problem.ts';
import { enteredColumn, localRecordOf, serverColumn } from './rows.ts';
import { messages } from './texts.en.ts';

/** `waiting-on-dependency` has none: its dependency needs the user. */
const quarantineKeys = {
  'newer-version': { title: 'appTooOld', instruction: 'newerVersion' },
  'unknown-operation': { title: 'appTooOld', instruction: 'unknownOperation' },
  unreadable: { title: 'unreadableTitle', instruction: 'unreadable' },
  'other-branch': { title: 'otherBranchTitle', instruction: 'otherBranch' },
  encrypted: { title: 'encryptedTitle', instruction: 'encrypted' },
} as const satisfies Record<
  Exclude<QuarantineReason, 'waiting-on-dependency'>,
  Record<string, keyof typeof messages>
>;

/** An update of the app helps entries that a build made. */
function unreadableCard(reason: keyof typeof quarantineKeys): Card {
  const { title, instruction } = quarantineKeys[reason];
  return {
    title: messages[title],
    instruction: messages[instruction],
    columns: [],
    actions:
      reason === 'other-branch' || reason === 'encrypted'
        ? []
        : [{ kind: 'update-app', label: messages.updateApp }],
  };
}

/** The record that it refers to was discarded on this device, so the server never had it. */
function needsAnotherCard(entry: OutboxEntry): Card {
  const { resource, record } = localRecordOf(entry) ?? {};
  const [missing] = Object.entries(entry.referenced).filter(([, { id }]) => id === entry.missingRecord);
  const kind = missing && resource && formOf(resource, record ?? {}).fields[missing[0]]?.refersTo;
  const referred = kind && resourceOf(kind);
  return {
    title: messages.dependencyDiscardedTitle,
    instruction: referred
      ? messages.namedDependencyDiscarded({
          kind: referred.singular.toLowerCase(),
          name: referred.titleOf(missing[1]),
        })
      : messages.dependencyDiscarded,
    columns: [enteredColumn(entry)],
    actions: editActions(entry),
  };
}

const needsApprovalCard = (entry: OutboxEntry): Card => ({
  title: messages.forbiddenTitle,
  instruction: messages.forbidden,
  columns: [enteredColumn(entry)],
  actions: [{ kind: 'ask-manager', label: messages.askManager }, { kind: 'send-again' }],
});

const editActions = (entry: OutboxEntry): ResolutionAction[] => (editTarget(entry) ? [{ kind: 'edit' }] : []);

/** Decimal text is money, a whole number a count. */
const mostText = (most: string): string => {
  const amount = most.includes('.') ? readPiastres(most) : undefined;
  return amount === undefined ? inDigits(most) : formatMoney(amount);
};

/** Replaces a value at the path of a field, such as `payments.1.paid_amount`. */
function withValue(target: unknown, [name = '', ...rest]: readonly string[], value: string): unknown {
  const replaced = (member: unknown) => (rest.length === 0 ? value : withValue(member, rest, value));
  if (Array.isArray(target))
    return target.map((member, place) => (String(place) === name ? replaced(member) : member));
  const members: Draft = { ...Object(target) };
  return { ...members, [name]: replaced(members[name]) };
}

/** None if the server refused a field for which no other value is accepted. */
function takeMostActions({ body, operation, problems }: OutboxEntry): ResolutionAction[] {
  const accepted = problems.flatMap(({ field, most }) => (most === undefined ? [] : [{ field, most }]));
  if (accepted.length === 0 || accepted.length < problems.length) return [];
  const replaced = accepted.reduce<unknown>(
    (whole, { field, most }) => withValue(whole, field.split('.'), most),
    body,
  );
  const amount = accepted.map(({ most }) => mostText(most)).join(' + ');
  return [
    {
      kind: 'replace',
      label: messages.takeInstead({ amount }),
      replacement: { kind: operation.kind, body: { ...Object(replaced) } },
    },
  ];
}

/** What stands against the entry: the record, or the list of several. */
function openConflicts({ problems }: OutboxEntry): ResolutionAction[] {
  const conflicts = problems.flatMap((problem) => problem.conflicts ?? []);
  return [...new Set(conflicts.map(({ resource }) => resource))].filter(isResourceName).map((name) => {
    const resource = resourceOf(name);
    const [first, ...others] = conflicts.filter((record) => record.resource === name);
    return first && others.length === 0
      ? { kind: 'open', label: messages.openExisting, path: editPath(resource, first.id) }
      : { kind: 'open', label: messages.openList({ list: resource.plural }), path: resource.screens.list };
  });
}

function openRecord(entry: OutboxEntry): ResolutionAction[] {
  const { resource } = localRecordOf(entry) ?? {};
  if (!resource) return [];
  const page = entry.before && pagePath(resource, entry.before, 'id');
  return page
    ? [{ kind: 'open', label: messages.openDependents, path: page }]
    : [{ kind: 'open', label: messages.openList({ list: resource.plural }), path: resource.screens.list }];
}

/** The record was deleted meanwhile. */
function goneCard(entry: OutboxEntry): Card | undefined {
  const local = localRecordOf(entry);
  const { kind } = entry.operation;
  if (entry.lastStatus !== 404 || kind === 'create' || !local) return undefined;
  const { resource, record } = local;
  const { fields, singular } = formOf(resource, record);
  const columns = [enteredColumn(entry), { ...serverColumn(entry), text: messages.goneColumn }];
  if (kind === 'delete')
    return {
      title: messages.goneAlreadyTitle({ kind: singular.toLowerCase() }),
      instruction: messages.goneAlready,
      columns,
      actions: [{ kind: 'mark-as-done', label: messages.markGone }],
    };
  const named = Object.keys(fields).filter((name) => textOf(record[name]) !== '');
  const body = {
    ...Object.fromEntries(named.map((name) => [name, record[name]])),
    ...(record.is_installment === true && { is_installment: true }),
  };
  const replacement = { kind: 'create', body, referenced: entry.referenced } as const;
  return {
    title: messages.recordDeletedTitle({ kind: singular.toLowerCase() }),
    instruction: messages.recordDeleted,
    columns,
    actions: [{ kind: 'replace', label: messages.recordAgain, replacement }],
  };
}

/** The user decides, because the server cannot (decisions 5 and 82), or was restored. */
function undecidedCard(entry: OutboxEntry): Card | undefined {
  const columns = [enteredColumn(entry)];
  if (isOffered(entry))
    return {
      title: messages.lostInRestoreTitle,
      instruction: messages.lostInRestore,
      columns,
      actions: [{ kind: 'send-again' }, { kind: 'send-all-lost', label: messages.sendAllLost }],
    };
  if (!entry.asksPerson) return undefined;
  const { unknown = messages.outcomeUnknown } = writeOf(entry.operation.resource) ?? {};
  const isDelete = entry.operation.kind === 'delete';
  return {
    title: messages.outcomeUnknownTitle,
    instruction: unknown,
    columns,
    actions: [
      ...openRecord(entry),
      { kind: 'mark-as-done', label: isDelete ? messages.markGone : messages.markThere },
      { kind: 'send-again', label: isDelete ? messages.sendIfStillThere : messages.sendIfNotThere },
    ],
  };
}

function refusedActions(entry: OutboxEntry): ResolutionAction[] {
  if (entry.operation.kind !== 'delete')
    return [
      ...takeMostActions(entry),
      ...openConflicts(entry),
      ...editActions(entry),
      { kind: 'send-again' },
    ];
  const asksReason = entry.problems.some(({ field }) => field === 'reason');
  return [
    ...(asksReason ? [{ kind: 'give-reason', label: messages.giveReason } as const] : openRecord(entry)),
    { kind: 'keep-theirs', label: messages.keepRecord },
    { kind: 'send-again' },
  ];
}

function refusedCard(entry: OutboxEntry): Card {
  const write = writeOf(entry.operation.resource);
  const isDelete = entry.operation.kind === 'delete';
  const isSaid = entry.problems.length > 0 || entry.lastError !== undefined;
  const actions = refusedActions(entry);
  const takesMost = actions.some(({ kind }) => kind === 'replace');
  const general = takesMost ? messages.settleDifference : isSaid ? undefined : messages.rejected;
  return {
    title: write?.refusedTitle ?? messages.rejectedTitle,
    instruction: (isDelete ? write?.undoRefused : write?.refused) ?? general,
    columns: [enteredColumn(entry), serverColumn(entry)],
    actions,
    recommendsDiscard: write?.refused !== undefined,
  };
}

/** They would make another write, under another key. */
const rewrites = new Set<ResolutionAction['kind']>(['edit', 'replace', 'give-reason']);

/** The entry may be recorded already: it can be sent again as it is, and not changed. */
function unchangeable({ recommendsDiscard: _, ...card }: Card): Card {
  const kept = card.actions.filter(({ kind }) => !rewrites.has(kind));
  const asks = kept.some(({ kind }) => kind === 'send-again');
  const actions: readonly ResolutionAction[] = asks ? kept : [{ kind: 'send-again' }, ...kept];
  return { ...card, instruction: messages.mayBeRecorded, actions };
}

function describedCard(entry: OutboxEntry): Card {
  if (entry.quarantined && entry.quarantined !== 'waiting-on-dependency')
    return unreadableCard(entry.quarantined);
  const { resource: name } = entry.operation;
  if (!writeOf(name) && !isResourceName(name)) return unreadableCard('unreadable');
  const undecided = undecidedCard(entry);
  if (undecided) return undecided;
  if (entry.missingRecord !== undefined) return needsAnotherCard(entry);
  const changed = changedMeanwhileCard(entry);
  if (changed) return changed;
  if (entry.lastStatus === 403) return needsApprovalCard(entry);
  return goneCard(entry) ?? refusedCard(entry);
}

/** Of an entry that needs the user: told apart by its state and status and the facts of its problems, never by words. */
export function cardOf(entry: OutboxEntry): Card {
  const card = describedCard(entry);
  return entry.state === 'rejected' && entry.uncertain ? unchangeable(card) : card;
}
