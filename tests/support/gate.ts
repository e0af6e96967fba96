export function gate(): { readonly until: Promise<void>; readonly letGo: () => void } {
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { until, letGo };
}
