import type { ServerResponse } from 'node:http';
import type { ActiveSession, SessionRef } from '#server/accounts/sessions.ts';
import type { MovedBranch } from '#server/db/branch-changes.ts';
import type { SignedInUser } from '#server/http/authenticate.ts';
import { messages } from '#server/messages/http.en.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { BranchChannel } from './branch-channel.ts';
import { ChangeReader, type ChangeReaderOptions, POLL_MS } from './change-reader.ts';
import { EventStream, encodeRetry, TICK_MS } from './event-stream.ts';

/** Milliseconds over which devices spread their next connection: after a lost one, and after a stop of the server. */
const RETRY_MS = 2_000;
const RETRY_AFTER_STOP_MS = 10_000;
const RETRY_AFTER_LIMIT_SECONDS = 60;
const RETRY_AFTER_SECONDS = 2;
const READ_TIMEOUT_MS = 5_000;
/** Milliseconds for which the version of a branch without streams is kept: devices come back. */
const KEPT_MS = 10 * 60_000;
const TICKS_PER_SESSION_CHECK = 5;
const CHECKED_AT_ONCE = 250;

export interface StreamLimits {
  readonly perUser: number;
  readonly perBranch: number;
}

const defaultLimits: StreamLimits = { perUser: 64, perBranch: 2_000 };

export interface HubOptions extends Pick<ChangeReaderOptions, 'readMoved' | 'onFailed'> {
  readonly activeSessions: (sessions: readonly SessionRef[]) => Promise<ReadonlyMap<string, ActiveSession>>;
  /** `undefined` stands for all resources. True if sessions may have ended or have another role. */
  readonly onWritten: (branchId: bigint, resources: readonly string[] | undefined) => boolean;
  readonly limits?: StreamLimits;
}

export interface StreamRequest {
  readonly user: SignedInUser;
  readonly since: string | undefined;
  readonly accept: () => ServerResponse;
}

export class EventHub {
  readonly #options: HubOptions;
  readonly #limits: StreamLimits;
  readonly #channels = new Map<bigint, BranchChannel>();
  readonly #reader: ChangeReader;
  #ticks: NodeJS.Timeout | undefined;
  #ticksPassed = 0;
  #isChecking = false;
  #opened = 0;
  #closed = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#limits = options.limits ?? defaultLimits;
    this.#reader = new ChangeReader({
      readMoved: options.readMoved,
      onMoved: (moved) => this.#move(moved),
      open: () => [...this.#channels.values()].filter(({ streams }) => streams.size > 0),
      onFailed: options.onFailed,
    });
  }

  get size(): number {
    return [...this.#channels.values()].reduce((sum, { streams }) => sum + streams.size, 0);
  }

  get readsChanges(): boolean {
    return this.#reader.isReading;
  }

  #move(moved: MovedBranch): void {
    const channel = this.#channels.get(moved.branch_id);
    if (channel && this.#options.onWritten(moved.branch_id, channel.move(moved)))
      void this.#endStreamsOfEndedSessions([...channel.streams]);
  }

  /** Nothing is sent before the stream is sure to open, so that it is never half-open. */
  async open(request: StreamRequest): Promise<void> {
    const { branchId } = request.user;
    this.#requireOpen();
    const channel = this.#channelOf(branchId);
    await within(READ_TIMEOUT_MS, this.#reader.read([channel]));
    this.#requireOpen();
    this.#requireWithinLimits(channel, request.user);
    this.#start(channel, request);
    this.#reader.poll();
  }

  /** Not newer than data that is read after this call, so a stream can continue from it. Undefined if unknown. */
  async knownVersion(branchId: bigint): Promise<string | undefined> {
    const channel = this.#channelOf(branchId);
    const isRead = channel.streams.size > 0 || performance.now() - channel.readAt < POLL_MS;
    if (!isRead) await this.#reader.read([channel]).catch(() => undefined);
    return channel.version === undefined ? undefined : String(channel.version);
  }

  #channelOf(branchId: bigint): BranchChannel {
    const channel = this.#channels.get(branchId) ?? new BranchChannel(branchId);
    channel.usedAt = Date.now();
    this.#channels.set(branchId, channel);
    if (!this.#closed) this.#ticks ??= setInterval(() => this.#lookAfterStreams(), TICK_MS).unref();
    return channel;
  }

  disconnect(): void {
    const frame = encodeRetry(RETRY_AFTER_STOP_MS);
    for (const channel of this.#channels.values()) {
      for (const stream of channel.streams) stream.end(frame);
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#ticks);
    this.#reader.stop();
    this.disconnect();
  }

  #start(channel: BranchChannel, { user, since, accept }: StreamRequest): void {
    const response = accept();
    // The device may have gone while its stream was opened; then no close follows.
    if (response.destroyed) return;
    const stream = new EventStream(response, user, this.#opened++ % 4);
    response.once('close', () => channel.streams.delete(stream));
    stream.send(encodeRetry(RETRY_MS));
    channel.open(stream, since);
  }

  *#streams(): Iterable<EventStream> {
    for (const { streams } of this.#channels.values()) yield* streams;
  }

  /** In parts, so that readings of versions come in between. */
  async #endStreamsOfEndedSessions(streams: readonly EventStream[]): Promise<void> {
    for (let at = 0; at < streams.length; at += CHECKED_AT_ONCE) {
      const part = streams.slice(at, at + CHECKED_AT_ONCE);
      // Without the database no device can read anything; the next check follows.
      const active = await this.#options
        .activeSessions(part.map(({ claim }) => claim))
        .catch(() => undefined);
      for (const stream of active ? part : []) {
        // Its device opens it again with the role that the user has now.
        if (active?.get(stream.claim.session)?.role !== stream.claim.role) stream.end();
      }
    }
  }

  async #checkAllSessions(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    await this.#endStreamsOfEndedSessions([...this.#streams()]);
    this.#isChecking = false;
  }

  #lookAfterStreams(): void {
    const now = Date.now();
    this.#ticksPassed += 1;
    if (this.#ticksPassed % TICKS_PER_SESSION_CHECK === 0) void this.#checkAllSessions();
    for (const [branchId, channel] of this.#channels) {
      const caughtUp = () => channel.everything();
      for (const stream of channel.streams) stream.tick(now, caughtUp);
      if (channel.streams.size > 0) channel.usedAt = now;
      else if (now >= channel.usedAt + KEPT_MS) this.#channels.delete(branchId);
    }
  }

  #requireOpen(): void {
    if (this.#closed) throw new HttpError(503, { detail: messages.serverStopping }, RETRY_AFTER_SECONDS);
  }

  #requireWithinLimits({ streams }: BranchChannel, { userId }: SignedInUser): void {
    const ofUser = [...streams].filter(({ claim }) => claim.userId === userId).length;
    if (streams.size < this.#limits.perBranch && ofUser < this.#limits.perUser) return;
    throw new HttpError(429, { detail: messages.tooManyStreams }, RETRY_AFTER_LIMIT_SECONDS);
  }
}

async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new HttpError(503, { detail: messages.databaseUnavailable }, RETRY_AFTER_SECONDS);
    timer = setTimeout(() => reject(error), milliseconds);
  });
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
