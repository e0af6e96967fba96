import { type ReactNode, useMemo } from 'react';
import type { FormDefinition, Resource } from '#contract/define-resource.ts';
import { type Chosen, FormContext, useFormContextValue } from './form-context.ts';

interface FormPartProps {
  readonly name: string;
  readonly resource?: Resource;
  readonly definition: FormDefinition;
  readonly children: ReactNode;
}

export const partPrefix = (name: string): string => `${name}/`;

export function chosenOfPart(chosen: Chosen, name: string): Chosen {
  const prefix = partPrefix(name);
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([path, record]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), record]] : [],
    ),
  );
}

/** A part of a form that has a definition of its own, such as a line of a receipt. */
export function FormPart({ name, resource, definition, children }: FormPartProps) {
  const outer = useFormContextValue();
  const value = useMemo(() => {
    const prefix = partPrefix(name);
    return {
      ...outer,
      prefix: outer.prefix + prefix,
      ...(resource && { resource }),
      definition,
      chosen: chosenOfPart(outer.chosen, name),
      onChoose: (field: string, record: Parameters<typeof outer.onChoose>[1]) =>
        outer.onChoose(prefix + field, record),
    };
  }, [outer, name, resource, definition]);
  return <FormContext value={value}>{children}</FormContext>;
}
