type Subscriber = (changes: readonly string[]) => void;

/**
 * Hands on what the transactions of a pool have changed, once they are committed (decision 129). While nobody subscribes, PostgreSQL
 * publishes each change itself, in the transaction (migration 0062).
 */
export class CommittedChanges {
  readonly #subscribers = new Set<Subscriber>();

  get isSubscribed(): boolean {
    return this.#subscribers.size > 0;
  }

  /** Adds a subscriber. @returns a function that removes it */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Hands on the changes of a committed transaction: one in each line, as the trigger has written them. */
  add(lines: string): void {
    const changes = lines.split('\n');
    for (const subscriber of this.#subscribers) subscriber(changes);
  }
}
