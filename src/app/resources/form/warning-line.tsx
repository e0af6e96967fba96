import { chakra } from '@chakra-ui/react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

interface WarningLineProps {
  /** `alert` if it answers a press, `status` if it only comments on the input. */
  readonly role: 'alert' | 'status';
  readonly children: ReactNode;
}

export function WarningLine({ role, children }: WarningLineProps) {
  return (
    <chakra.span display="flex" gap="1.5" alignItems="start" color="waiting.fg" fontSize="sm" role={role}>
      <chakra.span flexShrink="0" paddingBlockStart="0.5">
        <TriangleAlert size={16} aria-hidden />
      </chakra.span>
      <span>{children}</span>
    </chakra.span>
  );
}
