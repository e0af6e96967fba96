import { encode } from 'uqr';
import { paperColors } from '#app/theme/paper-colors.ts';
import { messages } from './texts.en.ts';

/** Modules of white around it, as the standard asks. */
const BORDER = 4;

/** Drawn as one path: black on white in both colour schemes, because cameras read nothing else reliably. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="208" height="208" role="img" aria-label={messages.qrCode}>
      <rect width={size} height={size} fill={paperColors.sheet} />
      <path d={path} fill={paperColors.ink} shapeRendering="crispEdges" />
    </svg>
  );
}
