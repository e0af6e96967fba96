import { chakra, Flex } from '@chakra-ui/react';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { ListResult } from '#app/reads/use-records.ts';
import { ComputedValues } from '#app/resources/form/computed-values.tsx';
import { StaleDataNote } from '#app/resources/form/stale-data-note.tsx';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { salaryRefusal } from '#contract/rules/salary.ts';
import { computeSalary, type SalaryInputs } from './compute-salary.ts';
import { messages } from './messages.ts';

const formatAmount = (value: unknown) => {
  const amount = readPiastres(value);
  return amount === undefined ? undefined : formatMoney(amount);
};

/** Shows the stored amounts of a salary. A raise or a later deduction does not change them (decision 35). */
export function StoredSalaryNote({ record }: { record: RecordRow }) {
  return (
    <ComputedValues
      facts={[
        { label: messages.salary, value: formatAmount(record.base_salary) },
        { label: messages.deductions, value: formatAmount(record.deducted) },
        { label: messages.net, value: formatAmount(record.amount), total: true },
      ]}
    />
  );
}

interface SalaryNoteProps {
  readonly inputs: SalaryInputs;
  readonly list: ListResult;
}

/** Shows base, open deductions and net before the salary is saved (decision 15). */
export function SalaryNote({ inputs, list }: SalaryNoteProps) {
  const { employee, open } = inputs;
  const net = computeSalary(inputs);
  const refusal = net && salaryRefusal(textOf(employee?.name), net);
  const over = refusal !== undefined;
  return (
    <Flex direction="column" gap="2">
      <ComputedValues
        facts={[
          { label: messages.salary, value: formatAmount(employee?.salary) },
          {
            label:
              open && open.length > 0
                ? messages.deductionsCount({ count: open.length })
                : messages.deductions,
            value: net && formatMoney(net.deducted),
            refused: over,
          },
          { label: messages.net, value: net && formatMoney(net.net), total: true, refused: over },
        ]}
      />
      {over && (
        <chakra.p role="alert" color="refused.fg" fontSize="sm">
          {refusal}
        </chakra.p>
      )}
      {employee && !open && !list.fetching && (
        <chakra.p role="status" color="waiting.fg" fontSize="sm">
          {messages.deductionsUnknown}
        </chakra.p>
      )}
      {open && <StaleDataNote reading={list} />}
    </Flex>
  );
}
