import { chakra, Flex } from '@chakra-ui/react';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { ListResult } from '#app/reads/use-records.ts';
import { ComputedValues } from '#app/resources/form/computed-values.tsx';
import { StaleDataNote } from '#app/resources/form/stale-data-note.tsx';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { computeSalary, overSalary, type SalaryInputs } from './compute-salary.ts';

const money = (value: unknown) => {
  const amount = readPiastres(value);
  return amount === undefined ? undefined : formatMoney(amount);
};

/** The figures of a salary as they were stamped: a raise or a later deduction does not change them (decision 35). */
export function StampedNote({ record }: { record: RecordRow }) {
  return (
    <ComputedValues
      facts={[
        { label: 'Salary', value: money(record.base_salary) },
        { label: 'Deductions', value: money(record.deducted) },
        { label: 'Net', value: money(record.amount), total: true },
      ]}
    />
  );
}

interface SalaryNoteProps {
  readonly ground: SalaryInputs;
  readonly reading: ListResult;
}

/** Base, open deductions and what is left of them, before the salary is saved (decision 15). */
export function SalaryNote({ ground, reading }: SalaryNoteProps) {
  const { employee, open } = ground;
  const net = computeSalary(ground);
  const over = net !== undefined && net.net < 0n;
  return (
    <Flex direction="column" gap="2">
      <ComputedValues
        facts={[
          { label: 'Salary', value: money(employee?.salary) },
          {
            label: open && open.length > 0 ? `Deductions (${open.length})` : 'Deductions',
            value: net && formatMoney(net.deducted),
            refused: over,
          },
          { label: 'Net', value: net && formatMoney(net.net), total: true, refused: over },
        ]}
      />
      {over && (
        <chakra.p role="alert" color="refused.fg" fontSize="sm">
          {overSalary(ground, net)}
        </chakra.p>
      )}
      {employee && !open && !reading.fetching && (
        <chakra.p role="status" color="waiting.fg" fontSize="sm">
          This device does not know which deductions are open. The server works the amount out when it is
          sent.
        </chakra.p>
      )}
      {open && <StaleDataNote reading={reading} />}
    </Flex>
  );
}
