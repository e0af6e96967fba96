import { Button, chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import Download from 'lucide-react/icons/download';
import { useId } from 'react';
import { inDigits } from '#contract/digits.ts';
import type { ImportCheck } from '#contract/imports.ts';
import { Choice } from './choice.tsx';
import { OpenRows } from './open-rows.tsx';
import { TaskLine } from './task.tsx';
import { messages } from './texts.en.ts';
import { UnknownWords } from './unknown-words.tsx';
import type { Decisions, Import } from './use-import.ts';

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

/** `missing` lists the choices that the user must still make. */
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
