import { Box } from '@chakra-ui/react';
import { type ReactNode, type RefObject, startTransition, useCallback, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router-dom';
import { QuickCreate, type QuickCreateProps } from '#app/fields/quick-create.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { SavedForm } from './use-save.ts';
import type { DraftControl } from './use-stored-draft.ts';

const loadDialog = () => import('./quick-create-dialog.tsx');

function LazyQuickCreateDialog(props: QuickCreateProps) {
  const dialog = useLazyDialog(true, loadDialog, props.onClose);
  return dialog ? <dialog.QuickCreateDialog {...props} /> : null;
}

interface FormPageProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** Path that Back and a successful save lead to. */
  readonly list: string;
  /** Returns the page of a saved record that the second button leads to. */
  readonly pageOf?: (record: RecordRow) => string | undefined;
  /** Renders the form with the callbacks for changes, sending and success. */
  readonly children: (callbacks: {
    readonly onChanged: (changed: boolean) => void;
    readonly onSending: (sending: boolean) => void;
    readonly draftControl: RefObject<DraftControl | undefined>;
    readonly onDone: (done: SavedForm) => void;
  }) => ReactNode;
}

/** Places the fields in two columns on landscape tablets; a form in a dialog keeps one. */
const columns = { '--form-columns': { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } };

/** Renders the page of one form: heading, fields, leave guard. */
export function FormPage({ title, about, list, pageOf, children }: FormPageProps) {
  const navigate = useNavigate();
  const [changed, setChanged] = useState(false);
  const [sending, setSending] = useState(false);
  const unsaved = useRef(false);
  const draft = useRef<DraftControl>(undefined);
  const { state } = useNavigation();
  const navigating = useRef(false);
  navigating.current = state !== 'idle';
  const onChanged = useCallback((dirty: boolean) => {
    unsaved.current = dirty;
    // Uses a transition: the first key must not wait for the whole page to render.
    startTransition(() => setChanged(dirty));
  }, []);

  const onDone = ({ record, goesOn }: SavedForm) => {
    unsaved.current = false;
    // The user is on the way to another screen, whose code is still loading.
    if (navigating.current) return;
    const page = goesOn ? pageOf?.(record) : undefined;
    if (page === undefined) void navigate(list, { state: { fresh: record.id } });
    else void navigate(page, { state: { enrols: true }, replace: true });
  };

  return (
    <QuickCreate value={LazyQuickCreateDialog}>
      <Box maxWidth={{ base: 'form', lg: 'formWide' }} css={columns}>
        <PageHeading title={title} about={about} back={list} isForm />
        <Box background="bg.surface" borderWidth="1px" borderRadius="md" padding="4">
          {children({ onChanged, onSending: setSending, onDone, draftControl: draft })}
        </Box>
        <LeaveGuard changed={changed} unsaved={unsaved} sending={sending} draft={draft} />
      </Box>
    </QuickCreate>
  );
}
