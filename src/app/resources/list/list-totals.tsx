import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { pendingOfList } from '#app/reads/figures.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import filtersStyles from '#app/theme/filters.module.css';
import { PendingNote } from '#app/ui/pending-note.tsx';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { formatMoney } from '#contract/money.ts';
import type { Column } from './columns.ts';
import type { OfflinePage } from './search-offline.ts';
import { messages } from './texts.en.ts';
import { serverTotals, type Total, totalPaidSoFar } from './totals.ts';

interface TotalsProps {
  readonly resource: Resource;
  readonly request: ListRequest;
  readonly offlinePage: OfflinePage | undefined;
}

const useRead = ({ resource, request }: TotalsProps) =>
  useQuery({ ...listQuery(resource, request), enabled: false }).data;

function useTotals(props: TotalsProps): readonly Total[] {
  const { resource, offlinePage } = props;
  const read = useRead(props);
  return useMemo(
    () => offlinePage?.totals ?? (read && serverTotals(resource, read.data)) ?? [],
    [offlinePage, read, resource],
  );
}

function PendingTotals(props: TotalsProps) {
  const { resource, offlinePage } = props;
  const { rows } = useOutboxView();
  const read = useRead(props);
  const pending = useMemo(() => read && pendingOfList(resource, rows, read), [rows, resource, read]);
  return pending && !offlinePage ? <PendingNote {...pending} /> : null;
}

function Amount({ resource, total: { name, amount } }: { resource: Resource; total: Total }) {
  return (
    <span dir="ltr" data-owed={(fieldOf(resource, name)?.balance && amount > 0n) || undefined}>
      {formatMoney(amount)}
    </span>
  );
}

const SoFar = ({ amount }: Total) => (
  <small data-so-far>{messages.paidSoFar({ amount: formatMoney(amount) })}</small>
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
              <PendingTotals {...props} />
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
    <div className={filtersStyles.totals}>
      <dl aria-label={titleOf(props)}>
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
      <PendingTotals {...props} />
    </div>
  );
}
