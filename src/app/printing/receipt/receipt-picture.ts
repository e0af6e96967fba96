import { paperColors } from '#app/theme/paper-colors.ts';
import type { ReceiptStyle } from './receipt-paper.tsx';

const WIDTH = 720;
const MARGIN = 40;
const LINE = 38;
const FONT =
  '24px system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Geeza Pro", Tahoma, sans-serif';
const ISOLATED = /[\u2066-\u2068][^\u2069]*\u2069/g;
const ARABIC = /^\p{Script=Arabic}/u;

/** Tells whether a line of text runs from right to left: by its first letter that is not of an isolated name, else of one. */
export function runsFromRight(line: string): boolean {
  const [letter = ''] = line.replace(ISOLATED, '').match(/\p{L}/u) ?? line.match(/\p{L}/u) ?? [];
  return ARABIC.test(letter);
}

/** Breaks a line of text into those that fit on the picture. */
function broken(context: CanvasRenderingContext2D, line: string): string[] {
  const lines: string[] = [];
  let rest = '';
  for (const word of line.split(' ')) {
    const longer = rest === '' ? word : `${rest} ${word}`;
    if (rest === '' || context.measureText(longer).width <= WIDTH - 2 * MARGIN) rest = longer;
    else {
      lines.push(rest);
      rest = word;
    }
  }
  return [...lines, rest];
}

async function logoOf({ logo }: ReceiptStyle): Promise<HTMLImageElement | undefined> {
  if (logo === null) return undefined;
  const image = new Image();
  image.src = logo;
  await image.decode();
  return image;
}

/**
 * Draws the text of a receipt as a picture, as the programs that parents use show pictures best.
 * @throws {Error} if this browser cannot draw it
 */
export async function receiptPicture(text: string, style: ReceiptStyle): Promise<File> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  const logo = await logoOf(style);
  context.font = FONT;
  const lines = text.split('\n').flatMap((line) => {
    const fromRight = runsFromRight(line);
    return broken(context, line).map((part) => ({ part, fromRight }));
  });
  const top = MARGIN + (logo ? 120 : 0);
  canvas.width = WIDTH;
  canvas.height = top + lines.length * LINE + MARGIN;
  context.fillStyle = paperColors.sheet;
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (logo) {
    const scale = Math.min(1, 96 / logo.naturalHeight, (WIDTH - 2 * MARGIN) / logo.naturalWidth);
    const width = logo.naturalWidth * scale;
    context.drawImage(logo, (WIDTH - width) / 2, MARGIN, width, logo.naturalHeight * scale);
  }
  // Changing the size has reset the font.
  context.font = FONT;
  context.fillStyle = paperColors.ink;
  for (const [index, { part, fromRight }] of lines.entries()) {
    context.direction = fromRight ? 'rtl' : 'ltr';
    context.textAlign = 'start';
    context.fillText(part, fromRight ? WIDTH - MARGIN : MARGIN, top + (index + 0.75) * LINE);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('No picture');
  return new File([blob], 'receipt.png', { type: 'image/png' });
}
