/** A new UUID for a write; mint it when the form opens. */
export function newMutationId(): string {
  return crypto.randomUUID();
}

/** The id of a record that the host does not know yet. It passes wherever a record's id may stand. */
const TEMPORARY = /^new-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function temporaryId(writeId: string): string {
  return `new-${writeId}`;
}

export function isTemporaryId(id: unknown): id is string {
  return typeof id === 'string' && TEMPORARY.test(id);
}
