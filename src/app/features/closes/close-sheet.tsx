import { Box, chakra, Link, Skeleton } from '@chakra-ui/react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { bootCache } from '#app/cache/boot-cache.ts';
import { onDay } from '#app/lib/branch-day.ts';
import { editPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { PageError } from '#app/ui/page-error.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { unconfirmedCash } from '#contract/cash-ways.ts';
import type { CloseAnswer, CloseLine } from '#contract/closes.ts';
import { inDigits } from '#contract/digits.ts';
import { formatGrouped, formatMoney, parsePiastres } from '#contract/money.ts';
import { CASH } from '#contract/payment-methods.ts';
import { translatedTitle } from '#contract/resources/name-in.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ReceiptState } from './cash-receipt.tsx';
import { messages, partText } from './texts.en.ts';

// With its day also today: paper is read on another day.
const timeOf = (instant: string) => onDay(instant);
const moneyOf = (decimal: string) => formatMoney(parsePiastres(decimal));

const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    '& caption': { textAlign: 'start', fontWeight: 'semibold', paddingBlock: '2' },
    '& th': { textAlign: 'start', fontWeight: 'normal', paddingBlock: '1.5' },
    '& td': {
      textAlign: 'end',
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
      paddingBlock: '1.5',
      paddingInlineStart: '3',
    },
    '& tr': { borderTopWidth: '1px', borderColor: 'border.default' },
    '& tr[data-sum]': { fontWeight: 'semibold' },
    '& tr[data-sum] th': { fontWeight: 'semibold' },
  },
});

const isSome = (amount: string | null | undefined): amount is string =>
  amount !== null && amount !== undefined && parsePiastres(amount) !== 0n;

const Money = ({ children }: { readonly children: string }) => <bdi dir="ltr">{moneyOf(children)}</bdi>;

interface SumRowProps {
  readonly label: ReactNode;
  readonly count?: string;
  readonly amount: string;
  readonly isSum?: true;
}

const SumRow = ({ label, count, amount, isSum }: SumRowProps) => (
  <tr data-sum={isSum && ''}>
    <th scope="row">{label}</th>
    <td>{count}</td>
    <td>
      <bdi dir="ltr">{amount}</bdi>
    </td>
  </tr>
);

const Note = chakra('div', {
  base: { color: 'fg.muted', fontSize: 'sm', '& [data-waiting]': { color: 'waiting.fg' } },
});

function Sums({ close }: { readonly close: CloseAnswer }) {
  const { float, parts, expected, counted, difference, kept, unconfirmed, handover } = close;
  const ofHandover = (handover && unconfirmedCash(handover)) ?? 0n;
  const ofLines = unconfirmed ? parsePiastres(unconfirmed) - ofHandover : 0n;
  const handedOver = formatMoney(parsePiastres(counted) - parsePiastres(kept));
  return (
    <Table>
      <caption>{messages.sumTable}</caption>
      <tbody>
        <SumRow label={messages.startFloat} amount={moneyOf(float)} />
        {parts.map(({ part, count, total }) => (
          <SumRow key={part} label={partText(part)} count={inDigits(count)} amount={moneyOf(total)} />
        ))}
        {ofLines !== 0n && <SumRow label={messages.ofItUnconfirmed} amount={formatMoney(ofLines)} />}
        <SumRow isSum label={messages.expected} amount={moneyOf(expected)} />
        <SumRow isSum label={messages.counted} amount={moneyOf(counted)} />
        <SumRow isSum label={messages.difference} amount={moneyOf(difference)} />
        <SumRow label={messages.kept} amount={moneyOf(kept)} />
        <SumRow
          label={
            <>
              {messages.handedOver}
              {handover?.person_name && (
                <Note>
                  <TypedText>{handover.person_name}</TypedText>
                </Note>
              )}
              {handover && (
                <Note>
                  <ReceiptState record={handover} />
                </Note>
              )}
            </>
          }
          amount={handedOver}
        />
      </tbody>
    </Table>
  );
}

function Counted({
  close: { pieces, other, earlier_counts: earlier = [] },
}: {
  readonly close: CloseAnswer;
}) {
  const values = Object.entries(pieces)
    .filter(([, count]) => count > 0)
    .sort(([one], [another]) => (parsePiastres(one) < parsePiastres(another) ? 1 : -1));
  return (
    <Table>
      <caption>{messages.countTable}</caption>
      <tbody>
        {values.map(([value, count]) => (
          <tr key={value}>
            <th scope="row">
              <bdi dir="ltr">{inDigits(formatGrouped(parsePiastres(value)).replace(/\.00$/, ''))}</bdi>
            </th>
            <td>{inDigits(count)}</td>
            <td>
              <bdi dir="ltr">{formatMoney(parsePiastres(value) * BigInt(count))}</bdi>
            </td>
          </tr>
        ))}
        {earlier.map(({ counted, at }) => (
          <tr key={at}>
            <th scope="row">{messages.earlierCount({ amount: moneyOf(counted) })}</th>
            <td />
            <td />
          </tr>
        ))}
        {other !== '0.00' && (
          <tr>
            <th scope="row">{messages.otherCounted}</th>
            <td />
            <td>
              <Money>{other}</Money>
            </td>
          </tr>
        )}
      </tbody>
    </Table>
  );
}

function Methods({ close: { methods = [] } }: { readonly close: CloseAnswer }) {
  const { nameOf } = usePaymentMethods();
  if (methods.length === 0) return null;
  return (
    <Table>
      <caption>{messages.notCash}</caption>
      <tbody>
        {methods.map(({ payment_method, count, total, found, reason }) => (
          <tr key={payment_method}>
            <th scope="row">
              <bdi>{nameOf(payment_method)}</bdi>
              <chakra.small display="block" color="fg.muted">
                {found === null
                  ? messages.notTicked
                  : found === total
                    ? messages.foundAgrees
                    : messages.foundWas({ amount: moneyOf(found) })}
                {reason && (
                  <>
                    : <bdi>{reason}</bdi>
                  </>
                )}
              </chakra.small>
            </th>
            <td>{inDigits(count)}</td>
            <td>
              <Money>{total}</Money>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function changeText(
  { amount, amount_now, other_method_now: other, deleted }: CloseLine,
  nameOf: (method: string) => string,
): string {
  const was = moneyOf(amount);
  if (deleted) return messages.changedDeleted({ was });
  return other
    ? messages.changedMethod({ was, now: moneyOf(other.amount), method: nameOf(other.payment_method) })
    : messages.changedWas({ was, now: moneyOf(amount_now ?? amount) });
}

function Changed({ close: { lines = [], expected_now } }: { readonly close: CloseAnswer }) {
  const { nameOf } = usePaymentMethods();
  const changed = lines.filter(({ amount_now }) => amount_now !== null);
  if (changed.length === 0) return null;
  return (
    <chakra.section background="waiting.soft" color="waiting.fg" borderRadius="md" padding="3">
      <chakra.h2 display="flex" gap="2" alignItems="center" fontWeight="semibold">
        <TriangleAlert size={18} aria-hidden /> {messages.changedTitle}
      </chakra.h2>
      <chakra.ul listStyle="none">
        {changed.map((line) => (
          <chakra.li key={`${line.resource} ${line.record}`} paddingBlock="1.5">
            <LineTitle line={line} /> {changeText(line, nameOf)}
            {line.written_by !== null && line.written_at !== null && (
              <chakra.small display="block">
                {messages.changedBy({ name: line.written_by, time: timeOf(line.written_at) })}
              </chakra.small>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      <p>{messages.changedSum({ amount: moneyOf(expected_now) })}</p>
    </chakra.section>
  );
}

function LineTitle({ line: { resource, record, title, deleted } }: { readonly line: CloseLine }) {
  const { singular } = resourceOf(resource);
  const name = <TypedText>{title === '' ? singular : translatedTitle(title)}</TypedText>;
  if (deleted) return name;
  return (
    <Link asChild minHeight="target" color="inherit" textDecoration="underline">
      <RouterLink to={editPath(resourceOf(resource), String(record))}>{name}</RouterLink>
    </Link>
  );
}

function Lines({ close: { lines = [], line_count = 0 } }: { readonly close: CloseAnswer }) {
  const { nameOf } = usePaymentMethods();
  if (lines.length === 0) return null;
  return (
    <chakra.details>
      <chakra.summary minHeight="target" paddingBlock="2.5" cursor="pointer" fontWeight="semibold">
        {messages.linesTitle({ count: line_count })}
      </chakra.summary>
      <Table>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.resource} ${line.record}`}>
              <th scope="row">
                <LineTitle line={line} />
                <chakra.small display="block" color="fg.muted">
                  {partText(line.part)}
                  {(line.payment_method ?? CASH) !== CASH && (
                    <>
                      {', '}
                      <bdi>{nameOf(line.payment_method ?? CASH)}</bdi>
                    </>
                  )}
                </chakra.small>
                {isSome(line.unconfirmed) && (
                  <chakra.small display="block" color="waiting.fg">
                    {messages.unconfirmedOf({ amount: moneyOf(line.unconfirmed) })}
                  </chakra.small>
                )}
              </th>
              <td>
                <Money>{line.amount}</Money>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {line_count > lines.length && <p>{messages.moreLines({ count: line_count - lines.length })}</p>}
    </chakra.details>
  );
}

export function CloseSheet({ close }: { readonly close: CloseAnswer }) {
  const { user_name: name, closed_by_name, since, created_at, reason, notes } = close;
  const to = timeOf(created_at);
  return (
    <Surface display="flex" flexDirection="column" gap="4" padding="4" _print={{ borderWidth: '0' }}>
      <Box>
        <chakra.p display="none" _print={{ display: 'block' }}>
          <TypedText>{bootCache().branch?.name}</TypedText>
        </chakra.p>
        <chakra.p fontWeight="semibold" dir="auto">
          {messages.closeOf({ name })}
        </chakra.p>
        <chakra.p color="fg.muted">
          {since === null ? messages.firstPeriod({ to }) : messages.period({ from: timeOf(since), to })}
        </chakra.p>
        {closed_by_name && <p>{messages.closedBy({ name: closed_by_name })}</p>}
      </Box>
      <Changed close={close} />
      <Sums close={close} />
      <Counted close={close} />
      <Methods close={close} />
      {[
        [appMessages.reason, reason],
        [messages.notesLabel, notes],
      ].map(
        ([label, text]) =>
          text && (
            <p key={label}>
              <strong>{label}:</strong> <TypedText>{text}</TypedText>
            </p>
          ),
      )}
      <Lines close={close} />
    </Surface>
  );
}

interface CloseRead {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

interface UnreadCloseProps {
  readonly reads: readonly CloseRead[];
  readonly offline?: boolean;
}

export function UnreadClose({ reads, offline = false }: UnreadCloseProps) {
  if (offline) return null;
  const failed = reads.find(({ error }) => error !== null);
  if (failed?.error) return <PageError error={failed.error} onRetry={() => void failed.refetch()} />;
  return (
    <Box role="status" aria-label={messages.loading} aria-busy>
      <Skeleton height="20rem" borderRadius="md" />
    </Box>
  );
}
