import { Button, chakra, Dialog } from '@chakra-ui/react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router-dom';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';

interface Choice {
  readonly key: string;
  readonly to: string;
  readonly state: Readonly<Record<string, string>>;
  readonly title: string;
}

interface ChooseDialogProps {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly onClose: () => void;
}

export function ChooseDialog({ title, choices, onClose }: ChooseDialogProps) {
  return (
    <DialogFrame title={title} onClose={onClose}>
      <Dialog.Body paddingBlockEnd="5">
        <chakra.ul listStyle="none" display="flex" flexDirection="column" gap="2">
          {choices.map(({ key, to, state, title: name }) => (
            <li key={key}>
              <Button
                asChild
                variant="outline"
                size="lg"
                width="full"
                justifyContent="flex-start"
                textAlign="start"
              >
                <Link to={to} state={state}>
                  <chakra.span flex="1" minWidth="0" whiteSpace="normal">
                    {name}
                  </chakra.span>
                  <ChevronRight size={18} aria-hidden />
                </Link>
              </Button>
            </li>
          ))}
        </chakra.ul>
      </Dialog.Body>
    </DialogFrame>
  );
}
