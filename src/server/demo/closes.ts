import { CLOSES_PATH, denominations, OPEN_DRAWERS_PATH, openDrawers } from '#contract/closes.ts';
import { formatDecimal, type Piastres, parsePiastres } from '#contract/money.ts';
import type { DemoFill } from './demo-fill.ts';

/** What stays in the drawer for the next day, in piastres. */
const FLOAT = 20_000n;
/** What is missing now and then, in piastres. */
const MISSING = 500n;

/** Puts a sum into the fewest notes and coins. */
function piecesOf(sum: Piastres): Record<string, number> {
  let rest = sum;
  return Object.fromEntries(
    denominations.flatMap((value) => {
      const count = rest / value;
      rest %= value;
      return count > 0n ? [[formatDecimal(value), Number(count)]] : [];
    }),
  );
}

/** Counts the drawer at the end of a working day and closes it, now and then with a note missing. */
export async function closeDrawer({ api, factory: { chance } }: DemoFill): Promise<void> {
  const { drawers } = openDrawers.parse(await api.get(OPEN_DRAWERS_PATH));
  const [drawer] = drawers;
  if (!drawer) return;
  const isFirst = drawer.since === null;
  const expected = parsePiastres(drawer.expected) + (isFirst ? FLOAT : 0n);
  const misses = chance.happens(8) && expected > FLOAT + MISSING;
  const counted = expected - (misses ? MISSING : 0n);
  const float = formatDecimal(FLOAT);
  const { id } = await api.post(CLOSES_PATH, {
    pieces: piecesOf(counted),
    kept: formatDecimal(counted < FLOAT ? counted : FLOAT),
    ...(isFirst && { float }),
  });
  if (misses) await api.post(`${CLOSES_PATH}${id}/finish/`, { reason: 'Gave five pounds too much change' });
}
