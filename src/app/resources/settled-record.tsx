import { Box, Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { cells } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { editPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { formTitle } from '#app/lib/texts.en.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './form/texts.en.ts';

interface SettledRecordProps {
  readonly resource: Resource;
  readonly record: RecordRow;
  readonly by: Resource;
  readonly id: string;
}

/** A settled record cannot be changed, so it is shown read-only in place of its form (decision 35). */
export function SettledRecord({ resource, record, by, id }: SettledRecordProps) {
  const kind = resource.singular.toLowerCase();
  const settler = by.singular.toLowerCase();
  return (
    <Box maxWidth="form">
      <PageHeading title={formTitle(resource, resource, true)} back={resource.screens.list} />
      <Box background="bg.surface" borderWidth="1px" borderRadius="md" padding="4">
        <chakra.p role="status" background="waiting.soft" color="waiting.fg" padding="3" borderRadius="md">
          {messages.settled({ kind, settler })}
        </chakra.p>
        <chakra.dl marginBlock="4" display="grid" gap="3">
          {Object.entries(resource.fields).map(([name, field]) => {
            if (textOf(record[name]) === '') return null;
            const Cell = cells[field.kind];
            return (
              <div key={name}>
                <chakra.dt color="fg.muted" fontSize="sm">
                  {field.label}
                </chakra.dt>
                <chakra.dd minHeight="6">
                  <Cell name={name} field={field} row={record} />
                </chakra.dd>
              </div>
            );
          })}
        </chakra.dl>
        <Button asChild variant="outline">
          <Link to={editPath(by, id)}>{messages.openSettler({ settler })}</Link>
        </Button>
      </Box>
    </Box>
  );
}
