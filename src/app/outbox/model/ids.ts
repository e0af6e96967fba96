/** Returns a new UUID for a mutation; call it when the form opens. */
export function newMutationId(): string {
  return crypto.randomUUID();
}

/** Matches the id of a record that the server does not know yet. It is valid wherever a record id is. */
const TEMPORARY = /^new-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function temporaryId(mutationId: string): string {
  return `new-${mutationId}`;
}

export function isTemporaryId(id: unknown): id is string {
  return typeof id === 'string' && TEMPORARY.test(id);
}
