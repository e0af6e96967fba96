import { Button, chakra, Flex } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import Receipt from 'lucide-react/icons/receipt';
import UserMinus from 'lucide-react/icons/user-minus';
import { useState } from 'react';
import { textOf } from '#app/fields/field-control.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { isPendingRecord } from '#app/outbox/store/pending-records.ts';
import { receiptResource } from '#app/printing/has-receipt.ts';
import { PrintAtOnce } from '#app/printing/print-at-once.tsx';
import type { Subject } from '#app/printing/receipt/use-receipt.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { SaveBar } from '#app/ui/save-bar.tsx';
import { TickAll, type Ticked } from '#app/ui/tick-list.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { MOST_CHOSEN } from '#contract/list-filters.ts';
import { ExportButton } from './export-button.tsx';
import { messages } from './opened-texts.en.ts';

const loadSheet = () => import('./list-sheet.tsx');
const loadDeparture = () => import('../presence/departure-dialog.tsx');

/** Each is read from the server before it is printed. */
const MOST_RECEIPTS = 30;

const quiet = { variant: 'outline', colorPalette: 'neutral' } as const;

function PrintReceipts({ subjects }: { readonly subjects: readonly Subject[] }) {
  const [printing, setPrinting] = useState<readonly Subject[]>();
  const isTooMany = subjects.length > MOST_RECEIPTS;
  return (
    <>
      <Button {...quiet} disabled={subjects.length === 0 || isTooMany} onClick={() => setPrinting(subjects)}>
        <Receipt size={18} aria-hidden /> {messages.printReceipts({ count: subjects.length })}
      </Button>
      {isTooMany && <small>{messages.mostReceipts({ limit: MOST_RECEIPTS })}</small>}
      {printing && <PrintAtOnce subjects={printing} onEnd={() => setPrinting(undefined)} />}
    </>
  );
}

const isPresentHere = ({ record, pending }: ListedRecord): boolean =>
  textOf(record.left_on) === '' && pending?.kind !== 'delete';

interface SelectionBarProps {
  readonly resource: Resource;
  readonly rows: readonly ListedRecord[];
  readonly ticks: Ticked<ListedRecord>;
  readonly onDone: () => void;
}

export function SelectionBar({ resource, rows, ticks, onDone }: SelectionBarProps) {
  const mayLeave = useMay(resource.name, 'change') && resource.fields.left_on !== undefined;
  const leaves = useDeclared('departures') && mayLeave;
  const { ticked, tick, clear } = ticks;
  // A row that changed since it was ticked, or left the page, is taken as it was seen last.
  const now = new Map(rows.map((listed) => [listed.record.id, listed]));
  const chosen = [...ticked].map(([id, listed]) => now.get(id) ?? listed);
  const free = rows.filter(({ pending }) => pending?.kind !== 'delete');
  const subjects = chosen.flatMap(({ record }) => {
    const name = receiptResource(resource, record);
    return name ? [{ resource: name, id: record.id }] : [];
  });
  const ids = chosen.map(({ record }) => record.id).filter((id) => !isPendingRecord(id));
  const present = chosen.filter(isPresentHere).map(({ record }) => record);
  const isTooMany = chosen.length > MOST_CHOSEN;
  const usable = chosen.length > 0 && !isTooMany;
  return (
    <SaveBar
      role="group"
      aria-label={messages.selection}
      align="center"
      gap="2"
      wrap="wrap"
      paddingInline="4"
      marginBlockStart="3"
      background="bg.surface"
      borderWidth="1px"
      borderTopRadius="md"
      boxShadow="md"
    >
      <TickAll
        label={messages.thisPage}
        free={free.length}
        chosen={free.filter(({ record }) => ticked.has(record.id)).length}
        onTick={(ticks) =>
          tick(
            free.map((listed) => [listed.record.id, listed]),
            ticks,
          )
        }
      />
      <chakra.output fontWeight="semibold" marginInlineEnd="auto">
        {isTooMany ? messages.mostChosen({ limit: MOST_CHOSEN }) : messages.chosen({ count: chosen.length })}
      </chakra.output>
      <Flex gap="2" wrap="wrap">
        {resource.installment && <PrintReceipts subjects={subjects} />}
        {leaves && (
          <DialogButton
            {...quiet}
            disabled={present.length === 0 || isTooMany}
            load={loadDeparture}
            dialog={(dialog, close) => (
              <dialog.DepartureDialog resource={resource} records={present} onSaved={clear} onClose={close} />
            )}
          >
            <UserMinus size={18} aria-hidden /> {messages.markAsLeft}
          </DialogButton>
        )}
        {usable && ids.length > 0 && <ExportButton path={resource.path} query={{ ids: ids.join(',') }} />}
        <DialogButton
          {...quiet}
          disabled={!usable}
          load={loadSheet}
          dialog={(sheet, close) => (
            <sheet.ChosenSheetDialog resource={resource} rows={chosen} onClose={close} />
          )}
        >
          <Printer size={18} aria-hidden /> {messages.printList}
        </DialogButton>
        <Button onClick={onDone}>{appMessages.done}</Button>
      </Flex>
    </SaveBar>
  );
}
