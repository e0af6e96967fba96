import type { Draft } from '../define-resource.ts';
import { lineId } from '../ids.ts';
import { joinParts } from '../messages.ts';
import { TRANSFER } from '../resource-names.ts';
import { isResourceName, resourceOf } from '../resources/registry.ts';
import { writeMessages, writeTexts } from '../texts/writes.en.ts';
import { transferPath } from '../withdrawals.ts';
import {
  defineWrite,
  type KnownRecord,
  type Line,
  listPathOf,
  type Written,
  type WrittenRecord,
  withGiven,
} from './define-write.ts';
import {
  amountBack,
  describeGoingBack,
  factsGoingBack,
  needsPaidFor,
  paidForIn,
  refundsOf,
  withdrawalRecord,
  writtenGoingBack,
} from './going-back.ts';
import { referencesOf } from './references.ts';

/** Before the names of the new enrolment's fields in `referenced`. */
export const FOLLOWING = 'to.';

/** Without a student it is that of the enrolment that is left. */
function followingIn({ to }: Draft, left?: KnownRecord): Line | undefined {
  const { resource, body } = { ...Object(to) };
  if (!isResourceName(resource) || typeof body !== 'object') return undefined;
  return { resource, body: { ...(left && { student: left.student }), ...body } };
}

const withdrawIn = ({ withdraw }: Draft): Draft => ({ ...Object(withdraw) });

function followingRecord({ operation, body, referenced }: Written): readonly WrittenRecord[] {
  const following = followingIn(body, referenced.related_record);
  if (!following) return [];
  const picked = Object.entries(referenced).flatMap(([name, row]) =>
    name.startsWith(FOLLOWING) ? [[name.slice(FOLLOWING.length), row] as const] : [],
  );
  return [
    {
      operation: {
        resource: following.resource,
        kind: 'create',
        recordId: lineId(operation.recordId, 0),
      },
      body: following.body,
      referenced: Object.fromEntries(picked),
    },
  ];
}

function recordsOf(write: Written): readonly WrittenRecord[] | undefined {
  const left = paidForIn(write);
  if (!left) return undefined;
  const { operation, body } = write;
  const withdrawal = withdrawIn(body);
  return [
    withdrawalRecord(operation.recordId, withdrawal, left),
    ...refundsOf(withdrawal, operation.recordId, left),
    ...followingRecord(write),
  ];
}

/** A student leaves an enrolment for another one, to which the money moves (decision 131). */
export const transferWrite = defineWrite({
  name: TRANSFER,
  request: ({ body }, { id, day }) => {
    const { resource, related_record, ...sentBody } = body;
    const to = { ...Object(sentBody.to) };
    const dated = day && { to: { ...to, body: withGiven(to.body, { day }) } };
    return {
      path: transferPath(listPathOf(resource), encodeURIComponent(String(related_record))),
      body: { ...withGiven(sentBody, { id }), ...dated },
    };
  },
  dayOf: (body) => followingIn(body)?.body.custom_date,
  needs: (values, whole) => {
    const following = followingIn(values);
    return [
      ...needsPaidFor(values, whole),
      ...(following ? referencesOf(resourceOf(following.resource), following.body, following.body) : []),
    ];
  },
  goesBack: withdrawIn,
  records: recordsOf,
  writes: ({ resource, ...body }) => [
    ...writtenGoingBack(resource),
    ...(followingIn(body) ? [String(followingIn(body)?.resource)] : []),
  ],
  describe: (write) => {
    const following = followingIn(write.body);
    const title = following
      ? writeMessages.movesTo({ kind: resourceOf(following.resource).plural })
      : writeTexts[TRANSFER].title;
    return describeGoingBack(title, write, undefined);
  },
  approval: (write) => {
    const left = paidForIn(write);
    const following = followingIn(write.body);
    const courses = [left, following].map((one) => one && resourceOf(one.resource).plural);
    const about = [{ label: writeMessages.course, value: left && joinParts(courses) }];
    return {
      title: writeTexts[TRANSFER].title,
      facts: factsGoingBack(write, withdrawIn(write.body), about, amountBack(recordsOf(write))),
    };
  },
});
