/** Blocks new requests during a kill, so that they cannot be confused with interrupted ones. */
export interface TrafficGate {
  readonly close: () => void;
  readonly open: () => void;
  readonly whenOpen: () => Promise<void>;
}

export function createTrafficGate(): TrafficGate {
  let opened: Promise<void> | undefined;
  let open = () => {};
  return {
    close() {
      opened ??= new Promise((resolve) => {
        open = resolve;
      });
    },
    open() {
      open();
      opened = undefined;
    },
    whenOpen: async () => {
      while (opened !== undefined) await opened;
    },
  };
}
