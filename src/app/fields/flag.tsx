import { chakra } from '@chakra-ui/react';
import { FlagCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'target',
    fontWeight: 'medium',
    cursor: 'pointer',
    '& input': {
      inlineSize: '5',
      blockSize: '5',
      flexShrink: '0',
      accentColor: 'accent.solid',
    },
  },
});

function Input({ field, value, onChange, onBlur, error, help, disabled, inputRef }: InputProps) {
  const note = error ?? help;
  return (
    <div>
      <Choice>
        <input
          ref={inputRef}
          type="checkbox"
          checked={value === 'true'}
          disabled={disabled}
          onChange={(event) => onChange(String(event.target.checked))}
          onBlur={onBlur}
        />
        {field.label}
      </Choice>
      {note !== undefined && (
        <chakra.div
          color={error === undefined ? 'fg.muted' : 'refused.fg'}
          fontSize="sm"
          _empty={{ display: 'none' }}
        >
          {note}
        </chakra.div>
      )}
    </div>
  );
}

/** Controls a yes/no value. */
export const flagControl: FieldControl = { Input, Cell: FlagCell };
