/** A new UUID for a write; mint it when the form opens. */
export function newWriteId(): string {
  return crypto.randomUUID();
}
