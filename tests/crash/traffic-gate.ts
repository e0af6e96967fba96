/** Shut from before a kill until the server answers again: what a client asks for after that is not mixed up with what died. */
export interface TrafficGate {
  readonly shut: () => void;
  readonly open: () => void;
  /** Settles when it stands open. */
  readonly whenOpen: () => Promise<void>;
}

export function createTrafficGate(): TrafficGate {
  let opened: Promise<void> | undefined;
  let open = () => {};
  return {
    shut() {
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
