import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import FileUp from 'lucide-react/icons/file-up';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { inDigits } from '#contract/digits.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { PastImports } from './past-imports.tsx';
import { messages } from './texts.en.ts';
import { useImport } from './use-import.ts';

function Steps({ current }: { readonly current: string }) {
  const steps = [
    { name: 'file', label: messages.fileStep },
    { name: 'columns', label: messages.columnsStep },
    { name: 'check', label: messages.checkStep },
    { name: 'result', label: messages.resultStep },
  ];
  return (
    <chakra.ol aria-label={messages.steps} display="flex" flexWrap="wrap" columnGap="5" marginBlockEnd="5">
      {steps.map(({ name, label }, index) => (
        <chakra.li
          key={name}
          listStyleType="none"
          aria-current={name === current ? 'step' : undefined}
          fontWeight={name === current ? 'semibold' : 'normal'}
          color={name === current ? 'fg' : 'fg.muted'}
        >
          {inDigits(`${index + 1}.`)} {label}
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

function ImportSteps({ offline }: { readonly offline: boolean }) {
  const one = useImport();
  const { step, target, chosen, result, done } = one;
  const body = () => {
    if (done !== undefined)
      return (
        <Flex direction="column" gap="5" role="status">
          <chakra.p fontSize="lg" dir="auto">
            {done}
          </chakra.p>
          <Flex gap="3" wrap="wrap">
            <Button asChild>
              <Link to={resourceOf(target).screens.list}>{messages.openList}</Link>
            </Button>
            <Button variant="outline" colorPalette="neutral" onClick={one.restart}>
              {messages.importAnother}
            </Button>
          </Flex>
        </Flex>
      );
    if (chosen && result) return <CheckStep of={one} {...{ result, offline }} />;
    if (chosen) return <ColumnsStep of={one} {...{ chosen, offline }} />;
    return <FileStep of={one} offline={offline} />;
  };
  return (
    <>
      <Steps current={step} />
      {body()}
      <PastImports offline={offline} />
    </>
  );
}

/** Steps: file, columns, check, result with undo (decision 56). */
export function ImportPage() {
  return (
    <Permitted needs="imports.manage">
      <Import />
    </Permitted>
  );
}

function Import() {
  const branch = useBranch();
  const offline = useConnection() !== 'online';
  const body = () => {
    if (branch && !branch.imports)
      return <EmptyState icon={FileUp} title={messages.notOffered} about={messages.notOfferedAbout} />;
    return <ImportSteps offline={offline} />;
  };
  return (
    <Box width="full" maxW="56rem">
      <PageHeading title={appMessages.import} about={messages.about} back="/students" />
      <OfflineNote shown={offline} updatedAt={0} text={messages.needsConnection} />
      {body()}
    </Box>
  );
}
