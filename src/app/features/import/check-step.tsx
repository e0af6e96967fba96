import { Button, chakra, Field, Flex, NativeSelect, SimpleGrid } from '@chakra-ui/react';
import Download from 'lucide-react/icons/download';
import { useId } from 'react';
import { TypedText } from '#app/ui/typed-text.tsx';
import { inDigits } from '#contract/digits.ts';
import type { ImportCheck, ImportedRow, RowChoice, UnknownWord } from '#contract/imports.ts';
import { Choice, TaskLine } from './step-parts.tsx';
import { messages } from './texts.en.ts';
import type { Decisions, Import } from './use-import.ts';

interface UnknownWordsProps {
  readonly of: Import;
  readonly words: readonly UnknownWord[];
  readonly offline: boolean;
}

/** A choice that no value is: '' stands for an empty field. */
const UNKNOWN = '?';

function UnknownWords({ of, words, offline }: UnknownWordsProps) {
  const { meanings, setMeanings, isStale, task } = of;
  const choose = (field: string, text: string, typed: string) => {
    const { [text]: _before, ...others } = meanings[field] ?? {};
    setMeanings({ ...meanings, [field]: typed === UNKNOWN ? others : { ...others, [text]: typed } });
  };
  return (
    <chakra.fieldset>
      <chakra.legend fontWeight="semibold">{messages.unknownWords}</chakra.legend>
      <chakra.p color="fg.muted" marginBlockEnd="3">
        {messages.unknownHint}
      </chakra.p>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {words.map(({ field, label, text, rows, optional, choices }) => (
          <Field.Root key={`${field} ${text}`}>
            <Field.Label>{messages.unknownWord({ label, text })}</Field.Label>
            <NativeSelect.Root>
              <NativeSelect.Field
                value={meanings[field]?.[text] ?? UNKNOWN}
                onChange={({ target }) => choose(field, text, target.value)}
              >
                <option value={UNKNOWN}>{messages.noMeaning}</option>
                {optional && <option value="">{messages.leaveEmpty}</option>}
                {choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {choice.label}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
            <Field.HelperText>{messages.rowsWithWord({ count: rows })}</Field.HelperText>
          </Field.Root>
        ))}
      </SimpleGrid>
      <Flex marginBlockStart="3">
        <Button
          variant="outline"
          colorPalette="neutral"
          disabled={!isStale || offline || task.running}
          onClick={() => void of.check()}
        >
          {messages.checkAgain}
        </Button>
      </Flex>
    </chakra.fieldset>
  );
}

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

function OpenRows({ rows, choices, isChosenAlone, onChoice }: OpenRowsProps) {
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

interface CheckStepProps {
  readonly of: Import;
  readonly result: ImportCheck;
  readonly offline: boolean;
}

function Count({ label, count, color }: { label: string; count: number; color: string }) {
  return (
    <chakra.div padding="4" borderWidth="1px" borderRadius="md" background="bg.surface">
      <chakra.p fontSize="xl" fontWeight="semibold" color={count > 0 ? color : 'fg.muted'}>
        {inDigits(count)}
      </chakra.p>
      <chakra.p color="fg.muted">{label}</chakra.p>
    </chakra.div>
  );
}

type Doubt = 'duplicates' | 'unreadable';

/** A server that sends no reason has only duplicates. */
const rowsInDoubt = ({ rows }: ImportCheck, doubt: Doubt) =>
  rows.filter(
    (row) =>
      row.verdict === 'doubtful' && (row.doubt === 'unreadable' ? 'unreadable' : 'duplicates') === doubt,
  );

const countInDoubt = ({ doubtful, unreadable }: ImportCheck, doubt: Doubt) =>
  doubt === 'unreadable' ? unreadable : doubtful - unreadable;

function addedCount(result: ImportCheck, decisions: Decisions, doubt: Doubt): number | undefined {
  const [all, choice] = [countInDoubt(result, doubt), decisions[doubt]];
  if (all === 0 || choice === 'skip') return 0;
  if (choice === 'add') return all;
  const choices = rowsInDoubt(result, doubt).map(({ row }) => decisions.rows[String(row)]);
  if (choice !== 'each' || choices.length < all || choices.includes(undefined)) return undefined;
  return choices.filter((one) => one === 'add').length;
}

function plannedImport(
  result: ImportCheck,
  decisions: Decisions,
  isStale: boolean,
): { readonly count: number | undefined; readonly missing: readonly string[] } {
  const [duplicates, unreadable] = (['duplicates', 'unreadable'] as const).map((doubt) =>
    addedCount(result, decisions, doubt),
  );
  const missing = [
    ...(isStale ? [messages.unknownHint] : []),
    ...(duplicates === undefined ? [messages.decideDuplicates] : []),
    ...(unreadable === undefined ? [messages.decideUnreadable] : []),
    ...(result.wrong > 0 && !decisions.leaveOutWrong ? [messages.decideWrong] : []),
  ];
  const count = missing.length > 0 ? undefined : result.ready + (duplicates ?? 0) + (unreadable ?? 0);
  return { count, missing };
}

interface DoubtChoiceProps {
  readonly name: Doubt;
  readonly legend: string;
  readonly add: string;
  readonly each: boolean;
  readonly decisions: Decisions;
  readonly onDecisions: (decisions: Decisions) => void;
}

function DoubtChoice({ name, legend, add, each, decisions, onDecisions }: DoubtChoiceProps) {
  const ways = [
    { value: 'skip', label: messages.skipAll },
    { value: 'add', label: add },
    ...(each ? [{ value: 'each', label: messages.chooseEach } as const] : []),
  ] as const;
  return (
    <chakra.fieldset>
      <chakra.legend fontWeight="semibold">{legend}</chakra.legend>
      <Flex columnGap="2" wrap="wrap">
        {ways.map(({ value, label }) => (
          <Choice
            key={value}
            type="radio"
            name={name}
            checked={decisions[name] === value}
            onChange={() => onDecisions({ ...decisions, [name]: value })}
          >
            {label}
          </Choice>
        ))}
      </Flex>
    </chakra.fieldset>
  );
}

export function CheckStep({ of, result, offline }: CheckStepProps) {
  const { decisions, setDecisions: onDecisions, task, isStale } = of;
  const { ready, doubtful, wrong, rows } = result;
  const { count, missing } = plannedImport(result, decisions, isStale);
  const hint = useId();
  const open = doubtful + wrong;
  // Each choice is sent with its row; rows that are not shown could not be chosen.
  const each = rows.length === open;
  return (
    <Flex direction="column" gap="5">
      <SimpleGrid columns={3} gap="3" role="status">
        <Count label={messages.ready} count={ready} color="fg" />
        <Count label={messages.doubtful} count={doubtful} color="waiting.fg" />
        <Count label={messages.wrong} count={wrong} color="refused.fg" />
      </SimpleGrid>
      {result.unknown.length > 0 && <UnknownWords of={of} words={result.unknown} offline={offline} />}
      {countInDoubt(result, 'duplicates') > 0 && (
        <DoubtChoice
          name="duplicates"
          legend={messages.duplicatesLegend}
          add={messages.addAll}
          {...{ each, decisions, onDecisions }}
        />
      )}
      {countInDoubt(result, 'unreadable') > 0 && (
        <DoubtChoice
          name="unreadable"
          legend={messages.unreadableLegend}
          add={messages.addAsRead}
          {...{ each, decisions, onDecisions }}
        />
      )}
      {wrong > 0 && (
        <Choice
          type="checkbox"
          checked={decisions.leaveOutWrong}
          onChange={({ target }) => onDecisions({ ...decisions, leaveOutWrong: target.checked })}
        >
          {messages.leaveOutWrong({ count: wrong })}
        </Choice>
      )}
      {open > 0 && (
        <>
          <OpenRows
            rows={rows}
            choices={decisions.rows}
            isChosenAlone={(row) =>
              (['duplicates', 'unreadable'] as const).some(
                (doubt) => decisions[doubt] === 'each' && rowsInDoubt(result, doubt).includes(row),
              )
            }
            onChoice={(row, choice) =>
              onDecisions({ ...decisions, rows: { ...decisions.rows, [row]: choice } })
            }
          />
          <Flex gap="3" align="center" wrap="wrap">
            <Button
              variant="outline"
              colorPalette="neutral"
              disabled={offline || task.running}
              onClick={() => void of.takeOpenRows()}
            >
              <Download size={18} aria-hidden /> {messages.downloadRows}
            </Button>
            {!each && (
              <chakra.span color="fg.muted">
                {messages.firstRows({ shown: rows.length, all: open })}
              </chakra.span>
            )}
          </Flex>
        </>
      )}
      <chakra.p id={hint} color="fg.muted">
        {missing.length > 0
          ? missing.join(' ')
          : count === 0
            ? messages.nothingToImport
            : messages.importHint}
      </chakra.p>
      <TaskLine task={task} doing={isStale ? messages.checking : messages.importing} />
      <Flex gap="3" wrap="wrap">
        <Button
          aria-describedby={hint}
          disabled={!count || offline || task.running}
          onClick={() => void of.run()}
        >
          {messages.importRows({ count: count ?? ready })}
        </Button>
        <Button variant="outline" colorPalette="neutral" onClick={of.backToColumns}>
          {messages.backToColumns}
        </Button>
      </Flex>
    </Flex>
  );
}
