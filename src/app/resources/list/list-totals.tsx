import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import { useMemo } from 'react';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import filtersStyles from '#app/theme/filters.module.css';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { formatMoney } from '#contract/money.ts';
import type { Column } from './columns.ts';
import type { OfflinePage } from './search-offline.ts';
import { messages } from './texts.en.ts';
import { serverTotals, type Total, totalPaidSoFar } from './totals.ts';
import { useRunningMonth } from './use-list.ts';

interface TotalsProps {
  readonly resource: Resource;
  readonly request: ListRequest;
  readonly offlinePage: OfflinePage | undefined;
}

function useTotals({ resource, request, offlinePage }: TotalsProps): readonly Total[] {
  const { rows: outbox } = useOutboxView();
  const runningMonth = useRunningMonth();
  // The list itself fetches it.
  const { data } = useQuery({ ...listQuery(resource, request), enabled: false });
  return useMemo(
    () => offlinePage?.totals ?? (data && serverTotals(resource, data, outbox, request, runningMonth)) ?? [],
    [offlinePage, data, resource, outbox, request, runningMonth],
  );
}

function Amount({ resource, total: { name, amount, pending } }: { resource: Resource; total: Total }) {
  const isDebt = fieldOf(resource, name)?.balance && amount + pending > 0n;
  return (
    <>
      <span dir="ltr" data-owed={isDebt || undefined}>
        {formatMoney(amount)}
      </span>
      {pending !== 0n && (
        <small data-waiting>
          <Clock size={14} aria-hidden />
          <bdi>
            {messages.pendingTotal({
              sign: pending > 0n ? '+' : '−',
              amount: formatMoney(pending > 0n ? pending : -pending),
            })}
          </bdi>
        </small>
      )}
    </>
  );
}

const SoFar = ({ amount, pending }: Total) => (
  <small data-so-far>{messages.paidSoFar({ amount: formatMoney(amount + pending) })}</small>
);

const titleOf = ({ offlinePage }: TotalsProps) => (offlinePage ? messages.totalOnDevice : messages.total);

function lineLabel({ resource, offlinePage }: TotalsProps, { name }: Total): string {
  const label = fieldOf(resource, name)?.label ?? '';
  return offlinePage ? messages.totalOnDeviceOf({ label }) : messages.totalOf({ label });
}

export function TotalsFoot({ columns, ...props }: TotalsProps & { readonly columns: readonly Column[] }) {
  const totals = useTotals(props);
  if (totals.length === 0) return null;
  const soFar = totalPaidSoFar(props.resource, totals);
  return (
    <tfoot>
      <tr>
        {columns.map(({ key, kind, lines }, index) =>
          index === 0 ? (
            <th key={key} scope="row">
              {titleOf(props)}
            </th>
          ) : (
            <td key={key} data-kind={kind}>
              {lines.flat().map(({ name }) => {
                const total = totals.find((candidate) => candidate.name === name);
                return (
                  total && (
                    <span key={name} data-line>
                      <Amount resource={props.resource} total={total} />
                      {soFar?.name === name && <SoFar {...soFar} />}
                    </span>
                  )
                );
              })}
            </td>
          ),
        )}
        <td data-end />
      </tr>
    </tfoot>
  );
}

export function TotalsLines(props: TotalsProps) {
  const totals = useTotals(props);
  if (totals.length === 0) return null;
  const soFar = totalPaidSoFar(props.resource, totals);
  return (
    <dl className={filtersStyles.totals} aria-label={titleOf(props)}>
      {totals.map((total) => (
        <div key={total.name}>
          <dt>{lineLabel(props, total)}</dt>
          <dd>
            <Amount resource={props.resource} total={total} />
            {soFar?.name === total.name && <SoFar {...soFar} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
