import { Button, chakra, Dialog, Flex, Skeleton } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { useEffect, useRef, useState } from 'react';
import { choiceControl } from '#app/fields/choice.tsx';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranchSettings } from '#app/reads/settings-query.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { type Paper, settingsFields } from '#contract/branch-settings.ts';
import { whenPrintingEnds } from './paper/end-of-printing.ts';
import { Preview } from './paper/preview.tsx';
import { PrintRoot } from './paper/print-root.tsx';
import { ReceiptPaper } from './receipt/receipt-paper.tsx';
import { recordPrint } from './receipt/record-print.ts';
import { ShareReceipt } from './receipt/share-receipt.tsx';
import { type Subject, useReceipt } from './receipt/use-receipt.ts';
import { messages } from './texts.en.ts';

interface ReceiptDialogProps {
  readonly subject: Subject;
  readonly share?: boolean;
  readonly onClose: () => void;
}

/** Prints in place, counts the print, and shares it (decision 52). */
export function ReceiptDialog({ subject, share = false, onClose }: ReceiptDialogProps) {
  const { receipt, error, prints, refetch } = useReceipt(subject);
  const style = useBranchSettings();
  // The paper of this one print; the branch settings say which is usual.
  const [chosen, setChosen] = useState<Paper>();
  const paper = chosen ?? style.paper;
  const printButton = useRef<HTMLButtonElement>(null);
  const shareButton = useRef<HTMLButtonElement>(null);
  const firstButton = share ? shareButton : printButton;
  // While the browser prints, the paper must not turn into the next copy.
  const [printing, setPrinting] = useState<number>();
  // What is shared is no copy of the desk.
  const copy = share ? 1 : (printing ?? prints + 1);
  useEffect(() => whenPrintingEnds(() => setPrinting(undefined)), []);
  useEffect(() => {
    // The dialog was not on the paper, so browsers may take the focus from it.
    const keepFocus = () => printButton.current?.focus();
    window.addEventListener('afterprint', keepFocus);
    return () => window.removeEventListener('afterprint', keepFocus);
  }, []);

  const isKnown = receipt !== undefined;
  // The button is there only then.
  useEffect(() => {
    if (isKnown) firstButton.current?.focus();
  }, [isKnown, firstButton]);

  const print = () => {
    if (!receipt) return;
    setPrinting(copy);
    void recordPrint(receipt);
    // In the tap itself: some browsers print on no other occasion.
    window.print();
  };

  const shown = receipt && <ReceiptPaper receipt={receipt} style={style} paper={paper} copy={copy} />;
  return (
    <DialogFrame
      title={share ? messages.shareReceipt : messages.receipt}
      size="lg"
      focusFirst={firstButton}
      onClose={onClose}
    >
      <Dialog.Body>
        {error !== undefined && <PageError error={error} onRetry={refetch} />}
        {!receipt && error === undefined && (
          <Skeleton role="status" aria-label={messages.loading} height="40vh" />
        )}
        {shown && (
          <Flex direction="column" gap="3">
            <Flex gap="3" wrap="wrap" align="center">
              {!share && (
                <choiceControl.Input
                  name="paper"
                  field={settingsFields.paper}
                  value={paper}
                  onChange={(one) => setChosen(one === 'roll' ? 'roll' : 'a5')}
                  onBlur={() => undefined}
                  error={undefined}
                />
              )}
              {copy > 1 && (
                <chakra.p fontSize="sm" color="waiting.fg">
                  {messages.printedBefore({ copy })}
                </chakra.p>
              )}
              {receipt?.waiting && !share && (
                <chakra.p fontSize="sm" color="waiting.fg">
                  {messages.waiting}
                </chakra.p>
              )}
            </Flex>
            <Preview>{shown}</Preview>
            {!share && (
              <PrintRoot key={paper} size={paper}>
                {shown}
              </PrintRoot>
            )}
          </Flex>
        )}
      </Dialog.Body>
      {receipt && (
        <Dialog.Footer flexWrap="wrap" justifyContent="flex-start">
          {!share && (
            <Button ref={printButton} onClick={print}>
              <Printer size={18} aria-hidden /> {appMessages.print}
            </Button>
          )}
          <ShareReceipt receipt={receipt} style={style} first={share ? shareButton : undefined} />
        </Dialog.Footer>
      )}
    </DialogFrame>
  );
}
