import { chakra } from '@chakra-ui/react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

interface WarningLineProps {
  /** `alert` where it answers a press, `status` where it only adds to what is typed. */
  readonly role: 'alert' | 'status';
  readonly children: ReactNode;
}

/** Something worth a second look that forbids nothing. */
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
