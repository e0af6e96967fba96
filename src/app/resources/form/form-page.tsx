import { Box } from '@chakra-ui/react';
import { type ReactNode, startTransition, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { QuickCreate, type QuickCreateProps } from '#app/fields/quick-create.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { useLazyPart } from '#app/ui/use-lazy-module.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { SavedRecord } from './use-save.ts';

const loadDialog = () => import('./quick-create-dialog.tsx');

function AddingDialog(props: QuickCreateProps) {
  const dialog = useLazyPart(true, loadDialog, props.onClose);
  return dialog ? <dialog.QuickCreateDialog {...props} /> : null;
}

interface FormPageProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** Where Back and success lead. */
  readonly list: string;
  /** The form, given what to tell when it changes and when it is done. */
  readonly children: (tell: {
    readonly onChanged: (changed: boolean) => void;
    readonly onDone: (done: SavedRecord) => void;
  }) => ReactNode;
}

/** A page around one form: heading, a column of 640 px, and the question before a changed form is left. */
export function FormPage({ title, about, list, children }: FormPageProps) {
  const navigate = useNavigate();
  const [changed, setChanged] = useState(false);
  const holds = useRef(false);
  const onChanged = useCallback((now: boolean) => {
    holds.current = now;
    // The first key of a form must not wait until everything around it has been drawn.
    startTransition(() => setChanged(now));
  }, []);

  const onDone = ({ record }: SavedRecord) => {
    holds.current = false;
    void navigate(list, { state: { fresh: record.id } });
  };

  return (
    <QuickCreate value={AddingDialog}>
      <Box maxWidth="form">
        <PageHeading title={title} about={about} back={list} />
        <Box background="bg.surface" borderWidth="1px" borderRadius="md" padding="4">
          {children({ onChanged, onDone })}
        </Box>
        <LeaveGuard changed={changed} holds={holds} />
      </Box>
    </QuickCreate>
  );
}
