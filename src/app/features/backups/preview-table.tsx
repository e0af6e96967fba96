import { chakra } from '@chakra-ui/react';
import { asOf } from '#app/lib/as-of.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import type { BackupPreview } from '#contract/backups.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './messages.ts';

type Contents = BackupPreview['current'];

const Table = chakra('table', {
  base: {
    width: '100%',
    fontSize: 'sm',
    '& th, & td': {
      paddingBlock: '1.5',
      paddingInlineEnd: '3',
      textAlign: 'start',
      verticalAlign: 'top',
      borderTopWidth: '1px',
      fontWeight: 'normal',
    },
    '& thead th': { borderTopWidth: '0', color: 'fg.muted' },
    '& [data-differs]': { fontWeight: 'semibold' },
  },
});

const monthsText = ({ months: { count, newest } }: Contents) =>
  newest === null ? String(count) : messages.monthsWith({ count, newest });

function paymentText({ newest_payment }: Contents): string {
  if (!newest_payment) return messages.none;
  const at = asOf(Date.parse(newest_payment.recorded_at), Date.now());
  return messages.payment({ amount: formatMoney(parsePiastres(newest_payment.amount)), at });
}

/** Returns the compared lines: what, in the backup, now. Kinds of records that neither has are left out. */
function linesOf(held: Contents, current: Contents): [string, string, string][] {
  const counted = resourceNames
    .map((name): [string, number, number] => [
      resourceOf(name).plural,
      held.records[name] ?? 0,
      current.records[name] ?? 0,
    ])
    .filter(([, then, now]) => then > 0 || now > 0);
  return [
    [messages.newestPayment, paymentText(held), paymentText(current)],
    [messages.months, monthsText(held), monthsText(current)],
    ...counted.map(([what, then, now]): [string, string, string] => [what, String(then), String(now)]),
    [appMessages.users, String(held.users), String(current.users)],
  ];
}

/** Renders what a backup holds of the branch beside what is there now; differences in bold. */
export function PreviewTable({ preview: { held, current } }: { readonly preview: BackupPreview }) {
  if (!held) return <p>{messages.previewUnknown}</p>;
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{messages.what}</th>
          <th scope="col">{messages.held}</th>
          <th scope="col">{messages.current}</th>
        </tr>
      </thead>
      <tbody>
        {linesOf(held, current).map(([what, then, now]) => (
          <tr key={what} data-differs={then === now ? undefined : ''}>
            <th scope="row">{what}</th>
            <td>{then}</td>
            <td>{now}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
