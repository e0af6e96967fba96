import { Button, chakra, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { addPath, RENEWALS_SCREEN } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { isPending, type OutboxEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { dueRenewalsQuery } from '#app/reads/renewals.ts';
import { dueListQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { Tick, TickAll, TickRow, useTicked } from '#app/ui/tick-list.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { dayAfter, displayDay } from '#contract/days.ts';
import { type Resource, referenceData } from '#contract/define-resource.ts';
import { formatKnownMoney, readPiastres } from '#contract/money.ts';
import { renewableResources } from '#contract/renewals.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ENDED_DAYS, ENDING_SOON_DAYS, renewalOf } from '#contract/rules/renewal.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { messages } from './texts.en.ts';

interface RenewalCounts {
  readonly renewed: number;
  readonly waiting: number;
  readonly refused: number;
}

/** One entry each: a refused one stops no other. The server renews an enrolment once (decision 133). */
async function renewMany(resource: Resource, records: readonly RecordRow[]): Promise<RenewalCounts> {
  const outcomes = await Promise.all(
    records.map((record) => {
      const student = referenceData.safeParse(record.student_data).data;
      return save({
        id: newMutationId(),
        resource: resource.name,
        kind: 'create',
        body: {
          ...renewalOf(resource, record),
          receipt_number: sentences.renewalReceipt,
          paid_amount: '0.00',
        },
        ...(student && { referenced: { student: { ...student, id: String(record.student) } } }),
      });
    }),
  );
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome === kind).length;
  return {
    renewed: count('saved'),
    waiting: count('queued'),
    refused: count('rejected') + count('not-stored'),
  };
}

interface DueRowProps {
  readonly resource: Resource;
  readonly record: RecordRow;
  readonly isChosen: boolean;
  readonly waiting: string | undefined;
  readonly onToggle: () => void;
}

function DueRow({ resource, record, isChosen, waiting, onToggle }: DueRowProps) {
  const title = textAt(record, 'student_data.name');
  const next = renewalOf(resource, record);
  return (
    <TickRow>
      <Tick>
        <input type="checkbox" checked={isChosen} disabled={waiting !== undefined} onChange={onToggle} />
        <span>
          <strong>
            <TypedText>{title}</TypedText>
          </strong>
          <small>
            {messages.endsOn({ day: displayDay(textOf(record.ends_on)) })} ·{' '}
            {waiting ??
              messages.next({
                first: displayDay(textOf(next.custom_date)),
                price: formatKnownMoney(readPiastres(next.price)),
              })}
          </small>
        </span>
      </Tick>
      <Button asChild variant="ghost" minHeight="target">
        <Link
          to={addPath(resource)}
          state={{ student: record.student, renews: record.id, fallback: RENEWALS_SCREEN }}
          aria-label={messages.renewOne({ title })}
          title={messages.renewOne({ title })}
        >
          <RefreshCw size={18} aria-hidden />
        </Link>
      </Button>
    </TickRow>
  );
}

type RenewalState = 'renewed' | 'waiting' | 'needs-you';

function renewalsIn(outbox: readonly OutboxEntry[]): ReadonlyMap<string, RenewalState> {
  return new Map(
    outbox.flatMap((entry): [string, RenewalState][] => {
      const of = textOf(entry.body.renews);
      if (of === '') return [];
      if (!isPending(entry)) return [[of, 'renewed']];
      return [[of, requiresUserAction(entry) ? 'needs-you' : 'waiting']];
    }),
  );
}

const waitsFor = (state: RenewalState | undefined) =>
  state && (state === 'needs-you' ? appMessages.needsYou : appMessages.waitingToBeSent);

function DueList({ resource }: { readonly resource: Resource }) {
  const today = currentDay();
  const { data, error } = useQuery(
    dueListQuery(resource, dayAfter(today, -ENDED_DAYS), dayAfter(today, ENDING_SOON_DAYS)),
  );
  const { rows: outbox } = useOutboxView();
  const may = useMay(resource.name, 'create');
  const { ticked, tick } = useTicked<RecordRow>();
  const [isSaving, setSaving] = useState(false);
  const renewals = useMemo(() => renewalsIn(outbox), [outbox]);
  // One that the server has taken stays in the list until it is read again.
  const rows = (data?.data.results ?? []).filter(({ id }) => renewals.get(id) !== 'renewed');
  const free = rows.filter(({ id }) => !renewals.has(id));
  const chosen = free.filter(({ id }) => ticked.has(id));
  const renew = async () => {
    setSaving(true);
    const { renewed: done, waiting, refused } = await renewMany(resource, chosen);
    setSaving(false);
    if (done > 0) notify(messages.renewed({ count: done }));
    if (waiting > 0) notify(messages.waiting({ count: waiting }), { kind: 'info' });
    if (refused > 0) notify(messages.refused({ count: refused }), { kind: 'error' });
  };
  if (rows.length === 0)
    return (
      <chakra.p role="status" padding="5" color="fg.muted">
        {data ? messages.nothingDue : error ? messages.needsServer : appMessages.loading}
      </chakra.p>
    );
  return (
    <>
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" padding="4">
        <TickAll
          label={messages.all}
          free={free.length}
          chosen={chosen.length}
          onTick={(ticks) =>
            tick(
              free.map((record) => [record.id, record]),
              ticks,
            )
          }
        />
        <Button disabled={!may || chosen.length === 0} loading={isSaving} onClick={() => void renew()}>
          <RefreshCw size={18} aria-hidden /> {messages.renewCount({ count: chosen.length })}
        </Button>
      </Flex>
      <chakra.p paddingInline="4" paddingBlockEnd="3" color="fg.muted" fontSize="sm">
        {messages.noPayment}
      </chakra.p>
      <ul>
        {rows.map((record) => (
          <DueRow
            key={record.id}
            resource={resource}
            record={record}
            isChosen={ticked.has(record.id) && !renewals.has(record.id)}
            waiting={waitsFor(renewals.get(record.id))}
            onToggle={() => tick([[record.id, record]], !ticked.has(record.id))}
          />
        ))}
      </ul>
    </>
  );
}

/** Bus and nursery stand first (decision 133). */
export function RenewalsPage() {
  const { data, dataUpdatedAt } = useQuery(dueRenewalsQuery());
  const [params, setParams] = useSearchParams();
  const offline = useConnection() === 'offline';
  const counts = new Map(data?.kinds.map(({ resource, ending, ended }) => [resource, ending + ended]));
  const asked = renewableResources.find((name) => name === params.get('kind'));
  const kind = asked ?? renewableResources.find((name) => counts.has(name)) ?? 'bus';
  return (
    <>
      <PageHeading title={messages.title} about={messages.about} back="/" />
      <OfflineNote shown={offline} updatedAt={dataUpdatedAt} />
      <Flex gap="2" wrap="wrap" marginBlockEnd="4">
        {renewableResources.map((name) => (
          <Button
            key={name}
            variant={name === kind ? 'solid' : 'outline'}
            aria-pressed={name === kind}
            onClick={() => setParams({ kind: name }, { replace: true })}
          >
            {resourceOf(name).plural} {counts.get(name) ?? ''}
          </Button>
        ))}
      </Flex>
      <Surface maxWidth="formWide">
        <DueList key={kind} resource={resourceOf(kind)} />
      </Surface>
    </>
  );
}
