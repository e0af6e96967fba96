import { Button, Dialog, Flex, Skeleton } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { useRef, useState } from 'react';
import { choiceControl } from '#app/fields/choice.tsx';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranchSettings } from '#app/reads/settings-query.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { type Paper, settingsFields } from '#contract/branch-settings.ts';
import { refundResource } from '#contract/writes/going-back.ts';
import { Preview } from './paper/preview.tsx';
import { PrintRoot } from './paper/print-root.tsx';
import { RefundPaper } from './receipt/refund-paper.tsx';
import { messages } from './texts.en.ts';

interface RefundDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Prints in place, also before it was sent; refunds count no copies. */
export function RefundDialog({ id, onClose }: RefundDialogProps) {
  const { record, pending, error, refetch } = useRecord(refundResource, id);
  const style = useBranchSettings();
  const [chosen, setChosen] = useState<Paper>();
  const print = useRef<HTMLButtonElement>(null);
  const paper = chosen ?? style.paper;
  const shown = record && (
    <RefundPaper refund={record} waiting={pending !== undefined} style={style} paper={paper} />
  );
  return (
    <DialogFrame title={messages.refundReceipt} size="lg" focusFirst={print} onClose={onClose}>
      <Dialog.Body>
        {!shown && error !== undefined && <PageError error={error} onRetry={refetch} />}
        {!shown && error === undefined && (
          <Skeleton role="status" aria-label={messages.loading} height="40vh" />
        )}
        {shown && (
          <Flex direction="column" gap="3">
            <choiceControl.Input
              name="paper"
              field={settingsFields.paper}
              value={paper}
              onChange={(one) => setChosen(one === 'roll' ? 'roll' : 'a5')}
              onBlur={() => undefined}
              error={undefined}
            />
            <Preview>{shown}</Preview>
            <PrintRoot key={paper} size={paper}>
              {shown}
            </PrintRoot>
          </Flex>
        )}
      </Dialog.Body>
      {shown && (
        <Dialog.Footer justifyContent="flex-start">
          <Button ref={print} onClick={() => window.print()}>
            <Printer size={18} aria-hidden /> {appMessages.print}
          </Button>
        </Dialog.Footer>
      )}
    </DialogFrame>
  );
}
