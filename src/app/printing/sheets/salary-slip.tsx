import type { RecordRow } from '#app/lib/record-row.ts';
import { leftOfSalary } from '#app/lib/salary-of.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { moneyIn, wordsIn } from '../receipt/shown-receipt.ts';
import { messages } from '../texts.en.ts';
import { dayOf, Sheet } from './sheet.tsx';

interface SalarySlipProps {
  readonly resource: Resource;
  readonly record: RecordRow;
  readonly month: string | undefined;
  readonly onClose: () => void;
}

/** Employee, month, and what the salary or its part consists of (decisions 15 and 134). */
export function SalarySlip({ resource, record: shown, month, onClose }: SalarySlipProps) {
  const { record = shown } = useRecord(resource, shown.id);
  return (
    <Sheet title={messages.salarySlip} heading={(texts) => texts.salarySlip} size="a5" onClose={onClose}>
      {(label, languages) => {
        const [first = 'en'] = languages;
        const money = (value: unknown) => {
          const amount = readPiastres(value);
          return amount === undefined ? '–' : moneyIn(amount, first);
        };
        const net = readPiastres(record.amount);
        const left = leftOfSalary(record) ?? 0n;
        const inPart = left > 0n;
        const ifAny = (name: 'bonuses' | 'advances' | 'paidBefore', value: unknown) =>
          (readPiastres(value) ?? 0n) > 0n && (
            <tr>
              <th scope="row">{label((texts) => texts[name])}</th>
              <td className="money">{money(value)}</td>
            </tr>
          );
        return (
          <>
            <dl>
              <dt>{label((texts) => texts.employee)}</dt>
              <dd>
                <TypedText>{nameIn(record, 'employee')}</TypedText>
              </dd>
              {month !== undefined && (
                <>
                  <dt>{label((texts) => texts.month)}</dt>
                  <dd>
                    <TypedText>{month}</TypedText>
                  </dd>
                </>
              )}
              <dt>{label((texts) => texts.day)}</dt>
              <dd>
                <bdi dir="ltr">{dayOf(record)}</bdi>
              </dd>
            </dl>
            <table>
              <tbody>
                <tr>
                  <th scope="row">{label((texts) => texts.salary)}</th>
                  <td className="money">{money(record.base_salary)}</td>
                </tr>
                {ifAny('bonuses', record.bonus)}
                <tr>
                  <th scope="row">{label((texts) => texts.deductions)}</th>
                  <td className="money">{money(record.deducted)}</td>
                </tr>
                {ifAny('advances', record.advanced)}
                {ifAny('paidBefore', record.paid_before)}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{label((texts) => (inPart ? texts.paidNow : texts.net))}</th>
                  <td className="money">{money(record.amount)}</td>
                </tr>
                {inPart && (
                  <tr>
                    <th scope="row">{label((texts) => texts.rest)}</th>
                    <td className="money">{moneyIn(left, first)}</td>
                  </tr>
                )}
              </tfoot>
            </table>
            {net !== undefined &&
              net >= 0n &&
              languages.map((language) => (
                <p key={language} className="words" lang={language}>
                  <bdi>{wordsIn(net, language)}</bdi>
                </p>
              ))}
            <p className="ends">{label((texts) => texts.signature)} ………………………</p>
          </>
        );
      }}
    </Sheet>
  );
}
