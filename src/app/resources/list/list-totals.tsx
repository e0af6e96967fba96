import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import { useMemo } from 'react';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { totalLines } from '#app/theme/recipes/filters.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { formatMoney } from '#contract/money.ts';
import type { Column } from './columns.ts';
import type { OfflinePage } from './search-offline.ts';
import { serverTotals, type Total } from './totals.ts';
import { useRunningMonth } from './use-running-month.ts';

const Lines = chakra('dl', totalLines);

interface TotalsProps {
  readonly resource: Resource;
  readonly search: ListRequest;
  /** Present if this device computed the list. */
  readonly kept: OfflinePage | undefined;
}

/** Returns the totals of the money columns over all pages; empty if unknown. */
function useTotals({ resource, search, kept }: TotalsProps): readonly Total[] {
  const { rows: outbox } = useOutboxView();
  const running = useRunningMonth();
  // The list itself fetches it.
  const { data } = useQuery({ ...listQuery(resource, search), enabled: false });
  return useMemo(
    () => kept?.totals ?? (data && serverTotals(resource, data, outbox, search, running)) ?? [],
    [kept, data, resource, outbox, search, running],
  );
}

function Amount({ resource, total: { name, amount, waiting } }: { resource: Resource; total: Total }) {
  const owed = fieldOf(resource, name)?.balance && amount + waiting > 0n;
  return (
    <>
      <span dir="ltr" data-owed={owed || undefined}>
        {formatMoney(amount)}
      </span>
      {waiting !== 0n && (
        <small data-waiting>
          <Clock size={14} aria-hidden />
          <span dir="ltr">
            {waiting > 0n ? '+' : '−'} {formatMoney(waiting > 0n ? waiting : -waiting)} waiting
          </span>
        </small>
      )}
    </>
  );
}

const titleOf = ({ kept }: TotalsProps) => (kept ? 'Total on this device' : 'Total');

/** Renders the totals under their columns. */
export function TotalsFoot({ columns, ...props }: TotalsProps & { readonly columns: readonly Column[] }) {
  const totals = useTotals(props);
  if (totals.length === 0) return null;
  return (
    <tfoot>
      <tr>
        {columns.map(({ key, kind, lines }, place) =>
          place === 0 ? (
            <th key={key} scope="row">
              {titleOf(props)}
            </th>
          ) : (
            <td key={key} data-kind={kind}>
              {lines.flat().map(({ name }) => {
                const total = totals.find((one) => one.name === name);
                return (
                  total && (
                    <span key={name} data-line>
                      <Amount resource={props.resource} total={total} />
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

/** Renders the totals as lines below the cards. */
export function TotalsLines(props: TotalsProps) {
  const totals = useTotals(props);
  if (totals.length === 0) return null;
  return (
    <Lines aria-label={titleOf(props)}>
      {totals.map((total) => (
        <div key={total.name}>
          <dt>
            {titleOf(props)}, {fieldOf(props.resource, total.name)?.label}
          </dt>
          <dd>
            <Amount resource={props.resource} total={total} />
          </dd>
        </div>
      ))}
    </Lines>
  );
}
