/** The hatching of expenses, which tells them from revenue also without colours. */
export function ExpensesPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect data-hatch="ground" width={6} height={6} />
        <line data-hatch="stroke" x1={1} x2={1} y1={0} y2={6} />
      </pattern>
    </defs>
  );
}
