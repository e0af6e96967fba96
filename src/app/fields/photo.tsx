import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PhotoCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';

const Input = optionalComponent<InputProps>(async () => (await import('./photo-input.tsx')).PhotoInput);

export const photoControl: FieldControl = { Input, Cell: PhotoCell };
