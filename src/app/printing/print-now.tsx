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

/** Undefined: it could not be read. */
type ReadJob = Job | undefined;

const keyOf = ({ resource, id }: Subject | KnownReceipt) => `${resource}/${id}`;

interface JobReaderProps {
  readonly subject: Subject;
  readonly onRead: (subject: Subject, job: ReadJob) => void;
}

/** Reads one receipt and how often it was printed. Renders nothing. */
function JobReader({ subject, onRead }: JobReaderProps) {
  const { receipt, error, prints, isReading } = useReceipt(subject);
  const [late, setLate] = useState(false);
  const tell = useEffectEvent((job: ReadJob) => onRead(subject, job));
  const isKnown = receipt !== undefined && (receipt.waiting || !isReading || late);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), COUNT_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isKnown) tell({ receipt, copy: prints + 1 });
    else if (error !== undefined) tell(undefined);
  }, [isKnown, receipt, prints, error]);
  return null;
}

interface PrintNowProps {
  /** At least one; the same ones while it is mounted. */
  readonly subjects: readonly Subject[];
  /** Printed, or they could not be. */
  readonly onEnd: () => void;
}

/** Prints once, on the paper of the branch, without a preview. Shows nothing on the screen. */
export function PrintNow({ subjects, onEnd }: PrintNowProps) {
  const style = useBranchSettings();
  // Neither the next copy nor a fresh answer changes the paper while the browser draws it: the first answer stays.
  const [read, setRead] = useState<ReadonlyMap<string, ReadJob>>(new Map());
  const [jobs, setJobs] = useState<readonly Job[]>();
  const papers = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnd);
  const onRead = (subject: Subject, job: ReadJob) =>
    setRead((current) => (current.has(keyOf(subject)) ? current : new Map(current).set(keyOf(subject), job)));
  const isComplete = read.size === subjects.length;

  useEffect(() => {
    if (!isComplete) return;
    // Payments of one collection have one receipt.
    const known = new Map([...read.values()].flatMap((job) => (job ? [[keyOf(job.receipt), job]] : [])));
    const unread = [...read.values()].filter((job) => job === undefined).length;
    if (unread > 0) notify(messages.notPrinted({ count: unread }), { kind: 'error' });
    if (known.size > 0) setJobs([...known.values()]);
    else end();
  }, [isComplete, read]);
  useEffect(() => {
    if (!jobs) return;
    let current = true;
    let stop = () => {};
    const print = async () => {
      const images = [...(papers.current?.querySelectorAll('img') ?? [])];
      await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
      if (!current) return;
      stop = whenPrintingEnds(() => end());
      for (const { receipt } of jobs) void recordPrint(receipt);
      window.print();
    };
    void print();
    return () => {
      current = false;
      stop();
    };
  }, [jobs]);

  return (
    <>
      {!jobs && subjects.map((one) => <JobReader key={keyOf(one)} subject={one} onRead={onRead} />)}
      {jobs && (
        <PrintRoot size={style.paper}>
          <div ref={papers}>
            {jobs.map(({ receipt, copy }) => (
              <ReceiptPaper
                key={keyOf(receipt)}
                receipt={receipt}
                style={style}
                paper={style.paper}
                copy={copy}
              />
            ))}
          </div>
        </PrintRoot>
      )}
    </>
  );
}
