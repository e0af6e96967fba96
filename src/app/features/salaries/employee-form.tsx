import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import type { RecordRow } from '#app/lib/record-row.ts';
import { openPayOf, paidPart } from '#app/lib/salary-of.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { FormFields } from '#app/resources/form/form-fields.tsx';
import { RecordForm, type RecordFormProps } from '#app/resources/form/form-page.tsx';
import { filteredPath } from '#app/resources/list/list-state.ts';
import { formatMoney, type Piastres, readPiastres, sum } from '#contract/money.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { nextSalary } from '#contract/rules/salary.ts';
import { advances, useOpenPay } from './open-pay.ts';
import { messages } from './texts.en.ts';

const Sums = chakra('dl', {
  base: {
    gridColumn: '1 / -1',
    paddingInline: '4',
    paddingBlock: '2',
    borderRadius: 'md',
    background: 'bg.subtle',
    '& > div': { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '3' },
    '& dt': { color: 'fg.muted', minHeight: 'target', display: 'flex', alignItems: 'center' },
    '& dt a': {
      minHeight: 'target',
      display: 'flex',
      alignItems: 'center',
      textDecoration: 'underline',
    },
    '& dd': { whiteSpace: 'nowrap', fontWeight: 'medium' },
    '& [data-total] dd': { fontWeight: 'bold' },
  },
});

const kinds = ['deduction', 'advance', 'bonus'] as const;

function OpenPay({ employee }: { readonly employee: RecordRow }) {
  const { open, last } = useOpenPay(employee.id, { without: undefined, inParts: true });
  const pay = open && openPayOf({ ...open });
  const salary = readPiastres(employee.salary);
  const part = last && paidPart(last);
  if (!open || !pay || salary === undefined || (last && !part)) return null;
  const amounts: Record<(typeof kinds)[number], readonly Piastres[]> = {
    deduction: pay.deductions,
    advance: pay.advances,
    bonus: pay.bonuses,
  };
  const shown = kinds.filter((kind) => amounts[kind].length > 0);
  if (shown.length === 0) return null;
  return (
    <Sums aria-label={messages.openPay}>
      {shown.map((kind) => (
        <div key={kind}>
          <dt>
            <Link to={filteredPath(resourceOf(kind), 'employee', employee.id)}>
              {messages.counted({ label: resourceOf(kind).plural, count: amounts[kind].length })}
            </Link>
          </dt>
          <dd dir="ltr">{formatMoney(sum(amounts[kind]))}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{messages.nextSalary}</dt>
        <dd dir="ltr">{formatMoney(nextSalary(salary, pay, part).net)}</dd>
      </div>
    </Sums>
  );
}

export function EmployeeForm({ resource, record, takenBack }: RecordFormProps) {
  const sees = usePermissions()(permissionFor(advances, 'read'));
  const inParts = useDeclaredFields().knows(advances);
  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={resource}>
      <FormFields />
      {record && sees && inParts && <OpenPay employee={record} />}
    </RecordForm>
  );
}
