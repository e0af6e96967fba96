import { chakra, NativeSelect } from '@chakra-ui/react';
import { TypedText } from '#app/ui/typed-text.tsx';
import { inDigits } from '#contract/digits.ts';
import type { ImportedRow, RowChoice } from '#contract/imports.ts';
import { messages } from './texts.en.ts';

const Table = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'sm',
    '& :is(th, td)': { padding: '2', textAlign: 'start', verticalAlign: 'top', borderBottomWidth: '1px' },
    '& th': { fontWeight: 'semibold', color: 'fg.muted' },
  },
});

interface OpenRowsProps {
  readonly rows: readonly ImportedRow[];
  readonly choices: Readonly<Record<string, RowChoice>>;
  readonly isChosenAlone: (row: ImportedRow) => boolean;
  readonly onChoice: (row: number, choice: RowChoice) => void;
}

export function OpenRows({ rows, choices, isChosenAlone, onChoice }: OpenRowsProps) {
  return (
    <chakra.section
      aria-label={messages.openRows}
      tabIndex={0}
      maxHeight="26rem"
      overflow="auto"
      borderWidth="1px"
      borderRadius="md"
    >
      <Table>
        <thead>
          <tr>
            <th scope="col">{messages.rowNumber}</th>
            <th scope="col">{messages.rowTitle}</th>
            <th scope="col">{messages.reasons}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => {
            const { row, title, verdict, reasons } = one;
            return (
              <tr key={row}>
                <td>{inDigits(row)}</td>
                <td>
                  <TypedText>{title}</TypedText>
                </td>
                <td>
                  <chakra.span dir="auto" color={verdict === 'wrong' ? 'refused.fg' : 'waiting.fg'}>
                    {reasons.join(' ')}
                  </chakra.span>
                  {isChosenAlone(one) && (
                    <NativeSelect.Root marginBlockStart="2" maxWidth="14rem">
                      <NativeSelect.Field
                        aria-label={messages.choiceOfRow({ row })}
                        value={choices[String(row)] ?? ''}
                        onChange={({ target }) => onChoice(row, target.value === 'add' ? 'add' : 'skip')}
                      >
                        <option value="" disabled />
                        <option value="skip">{messages.leaveOut}</option>
                        <option value="add">{messages.add}</option>
                      </NativeSelect.Field>
                      <NativeSelect.Indicator />
                    </NativeSelect.Root>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </chakra.section>
  );
}
