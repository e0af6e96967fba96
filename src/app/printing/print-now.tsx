import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBranchSettings } from '#app/reads/settings-query.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { whenPrintingEnds } from './paper/end-of-printing.ts';
import { PrintRoot } from './paper/print-root.tsx';
import { ReceiptPaper } from './receipt/receipt-paper.tsx';
import { recordPrint } from './receipt/record-print.ts';
import type { KnownReceipt } from './receipt/shown-receipt.ts';
import { type Subject, useReceipt } from './receipt/use-receipt.ts';
import { messages } from './texts.en.ts';

/** How long the number of earlier prints is waited for, in milliseconds; then what this device knows is printed. */
const COUNT_WITHIN_MS = 3_000;

interface Job {
  readonly receipt: KnownReceipt;
  readonly copy: number;
}

interface PrintNowProps {
  readonly subject: Subject;
  /** Printed, or it could not be. */
  readonly onEnd: () => void;
}

/** Prints once, on the paper of the branch, without a preview. Shows nothing on the screen. */
export function PrintNow({ subject, onEnd }: PrintNowProps) {
  const { receipt, error, prints, isReading } = useReceipt(subject);
  const style = useBranchSettings();
  const [late, setLate] = useState(false);
  // Neither the next copy nor a fresh answer changes the paper while the browser draws it.
  const [job, setJob] = useState<Job>();
  const paper = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnd);
  const isKnown = receipt !== undefined && (receipt.waiting || !isReading || late);

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), COUNT_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isKnown) setJob((current) => current ?? { receipt, copy: prints + 1 });
  }, [isKnown, receipt, prints]);
  useEffect(() => {
    if (error === undefined || job) return;
    notify(messages.notPrinted, { kind: 'error' });
    end();
  }, [error, job]);
  useEffect(() => {
    if (!job) return;
    let current = true;
    let stop = () => {};
    const print = async () => {
      const images = [...(paper.current?.querySelectorAll('img') ?? [])];
      await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
      if (!current) return;
      stop = whenPrintingEnds(() => end());
      void recordPrint(job.receipt);
      window.print();
    };
    void print();
    return () => {
      current = false;
      stop();
    };
  }, [job]);

  if (!job) return null;
  return (
    <PrintRoot size={style.paper}>
      <div ref={paper}>
        <ReceiptPaper receipt={job.receipt} style={style} paper={style.paper} copy={job.copy} />
      </div>
    </PrintRoot>
  );
}
