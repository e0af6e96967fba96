import { Link } from 'react-router-dom';
import { changeText, StatementTable } from '#app/resources/month/statement-table.tsx';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { formatAmount, type Piastres } from '#contract/money.ts';
import { expenseKinds, incomeKinds, type ReportSums } from '#contract/report-sums.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { messages } from './texts.en.ts';

const amountOf = (amount: Piastres | undefined) => (amount === undefined ? '–' : formatAmount(amount));

type Read = (sums: ReportSums) => Piastres | undefined;

interface ReportStatementProps {
  readonly now: ReportSums;
  readonly before: ReportSums | undefined;
  readonly lastYear: ReportSums | undefined;
  readonly pathOf: (kind: ResourceName) => string;
  /** Where its last day is today, so that the page of debts has the same. */
  readonly debtsPath: string | undefined;
}

export function ReportStatement({ now, before, lastYear, pathOf, debtsPath }: ReportStatementProps) {
  const cells = (read: Read) => (
    <>
      <td>
        <bdi dir="ltr">{amountOf(read(now))}</bdi>
      </td>
      <td data-before>
        <bdi dir="ltr">{amountOf(before && read(before))}</bdi>
      </td>
      <td data-before>
        <bdi dir="ltr">{changeText(read(now), before && read(before))}</bdi>
      </td>
      <td data-before data-wide>
        <bdi dir="ltr">{amountOf(lastYear && read(lastYear))}</bdi>
      </td>
    </>
  );
  const sumRow = (label: string, read: Read) => (
    <tr data-total>
      <th scope="row">
        <span>{label}</span>
      </th>
      {cells(read)}
    </tr>
  );
  const kindRow = (kind: ResourceName) => (
    <tr key={kind}>
      <th scope="row">
        <Link to={pathOf(kind)}>{resourceOf(kind).plural}</Link>
      </th>
      {cells(({ of }) => of(kind))}
    </tr>
  );
  const isShown = (kind: string) =>
    [now, before, lastYear].some((sums) => sums !== undefined && sums.of(kind) !== 0n);
  const has = (sum: 'byCredit' | 'paidBack' | 'credit') =>
    [now, before, lastYear].some((sums) => sums !== undefined && sums[sum] !== 0n);
  const row = (label: string, read: Read) => (
    <tr>
      <th scope="row">
        <span>{label}</span>
      </th>
      {cells(read)}
    </tr>
  );
  const group = (label: string) => (
    <tr data-group>
      <th scope="rowgroup" colSpan={5}>
        {label}
      </th>
    </tr>
  );
  return (
    <StatementTable aria-label={messages.figures}>
      <caption>{monthMessages.amountsIn}</caption>
      <thead>
        <tr>
          <th scope="col">{messages.figure}</th>
          <th scope="col">{labels.amount}</th>
          <th scope="col">{messages.before}</th>
          <th scope="col">{monthMessages.change}</th>
          <th scope="col" data-wide>
            {messages.lastYear}
          </th>
        </tr>
      </thead>
      <tbody>
        {group(messages.income)}
        {incomeKinds.filter(isShown).map((kind) => kindRow(kind))}
        {has('byCredit') && row(messages.paidByCredit, ({ byCredit }) => -byCredit)}
        {sumRow(messages.totalIncome, ({ income }) => income)}
      </tbody>
      <tbody>
        {group(monthMessages.expenses)}
        {expenseKinds.filter(isShown).map((kind) => kindRow(kind))}
        {sumRow(messages.totalExpenses, ({ expenses }) => expenses)}
      </tbody>
      <tbody>
        {group(monthMessages.result)}
        {has('paidBack') && (
          <tr>
            <th scope="row">
              <Link to={pathOf('refund')}>{messages.paidBack}</Link>
            </th>
            {cells(({ paidBack }) => paidBack)}
          </tr>
        )}
        {has('credit') && row(messages.movedByCredit, ({ credit }) => credit)}
        {sumRow(messages.net, ({ result }) => result)}
      </tbody>
      {now.debts !== undefined && (
        <tbody>
          {group(monthMessages.debts)}
          <tr>
            <th scope="row">
              {debtsPath === undefined ? (
                <span>{messages.debtsAtEnd}</span>
              ) : (
                <Link to={debtsPath}>{messages.debtsAtEnd}</Link>
              )}
            </th>
            {cells(({ debts }) => debts)}
          </tr>
        </tbody>
      )}
    </StatementTable>
  );
}
