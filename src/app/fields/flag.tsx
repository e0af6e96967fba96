import { Button, chakra } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';
import { FlagCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';

function Input({ name, field, value, onChange, onBlur, error, help, disabled, inputRef }: InputProps) {
  const isOn = value === 'true';
  const note = error ?? help;
  return (
    <div>
      <Button
        ref={inputRef}
        type="button"
        name={name}
        value={value}
        variant="outline"
        colorPalette={isOn ? 'accent' : 'neutral'}
        aria-pressed={isOn}
        disabled={disabled}
        onClick={() => onChange(String(!isOn))}
        onBlur={onBlur}
      >
        {isOn && <Check size={16} aria-hidden />} {field.label}
      </Button>
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

export const flagControl: FieldControl = { Input, Cell: FlagCell };
