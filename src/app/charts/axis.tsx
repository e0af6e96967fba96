import { HEIGHT, yOf } from './plot-frame.ts';
import { type Scale, shortAmount } from './scale.ts';

/** The amounts beside the picture; they stay while it scrolls. */
export function Axis({ scale }: { scale: Scale }) {
  const texts = scale.ticks.map((tick) => ({ tick, text: shortAmount(tick) }));
  const width = Math.max(...texts.map(({ text }) => text.length)) * 9 + 10;
  return (
    <svg data-axis width={width} height={HEIGHT} aria-hidden="true">
      {texts.map(({ tick, text }) => (
        <text key={text} x={width - 8} y={yOf(scale, tick) + 5} textAnchor="end">
          {text}
        </text>
      ))}
    </svg>
  );
}
