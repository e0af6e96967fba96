import { Button, chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import Download from 'lucide-react/icons/download';
import type { ImportCheck, RowChoice } from '#contract/imports.ts';
import { messages } from './messages.ts';
import { OpenRows } from './open-rows.tsx';
import { TaskLine } from './task-line.tsx';
import type { Task } from './use-task.ts';

/** Holds what the user decides about rows that are not ready. */
export interface Decisions {
  readonly duplicates: RowChoice | 'each' | undefined;
  readonly rows: Readonly<Record<string, RowChoice>>;
  readonly leaveOutWrong: boolean;
}

interface CheckStepProps {
  readonly result: ImportCheck;
  readonly decisions: Decisions;
  readonly onDecisions: (decisions: Decisions) => void;
  readonly offline: boolean;
  readonly task: Task;
  readonly onDownload: () => void;
  readonly onImport: () => void;
  readonly onBack: () => void;
}

function Count({ label, count, color }: { label: string; count: number; color: string }) {
  return (
    <chakra.div padding="4" borderWidth="1px" borderRadius="md" background="bg.surface">
      <chakra.p fontSize="xl" fontWeight="semibold" color={count > 0 ? color : 'fg.muted'}>
        {count}
      </chakra.p>
      <chakra.p color="fg.muted">{label}</chakra.p>
    </chakra.div>
  );
}

/** Returns how many rows would be imported; undefined as long as something is not decided. */
function importedCount(
  { ready, doubtful, wrong, rows }: ImportCheck,
  decisions: Decisions,
): number | undefined {
  if (wrong > 0 && !decisions.leaveOutWrong) return undefined;
  if (doubtful === 0 || decisions.duplicates === 'skip') return ready;
  if (decisions.duplicates === 'add') return ready + doubtful;
  const choices = rows.flatMap(({ row, verdict }) =>
    verdict === 'doubtful' ? [decisions.rows[String(row)]] : [],
  );
  if (decisions.duplicates !== 'each' || choices.length < doubtful || choices.includes(undefined))
    return undefined;
  return ready + choices.filter((choice) => choice === 'add').length;
}

/** Shows what an import would do, asks for what is not decided, and begins it. */
export function CheckStep(props: CheckStepProps) {
  const { result, decisions, onDecisions, offline, task, onDownload, onImport, onBack } = props;
  const { ready, doubtful, wrong, rows } = result;
  const count = importedCount(result, decisions);
  const open = doubtful + wrong;
  // Each choice is sent with its row; rows that are not shown could not be chosen.
  const each = rows.length === open;
  const ways = [
    { value: 'skip', label: messages.skipAll },
    { value: 'add', label: messages.addAll },
    ...(each ? [{ value: 'each', label: messages.chooseEach } as const] : []),
  ] as const;
  return (
    <Flex direction="column" gap="5">
      <SimpleGrid columns={3} gap="3" role="status">
        <Count label={messages.ready} count={ready} color="fg" />
        <Count label={messages.doubtful} count={doubtful} color="waiting.fg" />
        <Count label={messages.wrong} count={wrong} color="refused.fg" />
      </SimpleGrid>
      {doubtful > 0 && (
        <chakra.fieldset>
          <chakra.legend fontWeight="semibold">{messages.duplicatesLegend}</chakra.legend>
          <Flex columnGap="2" wrap="wrap">
            {ways.map(({ value, label }) => (
              <chakra.label
                key={value}
                display="flex"
                gap="2"
                alignItems="center"
                minHeight="target"
                paddingInline="3"
                marginInlineStart="-3"
              >
                <chakra.input
                  type="radio"
                  accentColor="accent.solid"
                  name="duplicates"
                  width="5"
                  height="5"
                  checked={decisions.duplicates === value}
                  onChange={() => onDecisions({ ...decisions, duplicates: value })}
                />
                {label}
              </chakra.label>
            ))}
          </Flex>
        </chakra.fieldset>
      )}
      {wrong > 0 && (
        <chakra.label
          display="flex"
          gap="2"
          alignItems="center"
          minHeight="target"
          paddingInline="3"
          marginInlineStart="-3"
        >
          <chakra.input
            type="checkbox"
            accentColor="accent.solid"
            width="5"
            height="5"
            checked={decisions.leaveOutWrong}
            onChange={({ target }) => onDecisions({ ...decisions, leaveOutWrong: target.checked })}
          />
          {messages.leaveOutWrong({ count: wrong })}
        </chakra.label>
      )}
      {open > 0 && (
        <>
          <OpenRows
            rows={rows}
            choices={decisions.duplicates === 'each' ? decisions.rows : undefined}
            onChoice={(row, choice) =>
              onDecisions({ ...decisions, rows: { ...decisions.rows, [row]: choice } })
            }
          />
          <Flex gap="3" align="center" wrap="wrap">
            <Button
              variant="outline"
              colorPalette="neutral"
              disabled={offline || task.running}
              onClick={onDownload}
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
      <chakra.p color="fg.muted">{count === 0 ? messages.nothingToImport : messages.importHint}</chakra.p>
      <TaskLine task={task} doing={messages.importing} />
      <Flex gap="3" wrap="wrap">
        <Button disabled={!count || offline || task.running} onClick={onImport}>
          {messages.importRows({ count: count ?? ready })}
        </Button>
        <Button variant="outline" colorPalette="neutral" onClick={onBack}>
          {messages.backToColumns}
        </Button>
      </Flex>
    </Flex>
  );
}
