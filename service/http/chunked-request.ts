import { IncomingMessage } from 'node:http';
import { msg } from '#i18n/message.ts';
import { endRequests } from './close-gracefully.ts';
import { HttpError } from './http-error.ts';
import { stopParsing } from './stop-parsing.ts';

/**
 * Node's parser takes 2 µs per chunk, however small, and a single 64 KiB read may contain up to 10,900 chunks.
 * A body may therefore have only FREE_CHUNKS chunks of any size, plus one for every MIN_AVERAGE_BYTES bytes.
 */
const FREE_CHUNKS = 500;
/** Some clients send each CSV row as its own chunk, so this is shorter than most rows. */
const MIN_AVERAGE_BYTES = 32;

const LARGE_CHUNK_BYTES = 1_024;
/** Reads with more small chunks than this are noticeably slow. */
const MANY_SMALL_CHUNKS = 64;
/** How many connections with many small chunks are read per event loop turn. Each read takes up to 4 ms. */
const READS_PER_TURN = 2;

/** Requests whose last read contained many small chunks. */
const waitingRequests: ChunkedRequest[] = [];

const resumeNextRequests = () => {
  for (const request of waitingRequests.splice(0, READS_PER_TURN)) request.continueReading();
  if (waitingRequests.length > 0) setImmediate(resumeNextRequests);
};

/**
 * Rejects bodies sent in tiny chunks (R24), which no proxy or HTTP client uses but which would hog the event loop.
 * Coalesces the small chunks that are allowed, and makes connections with many of them take turns.
 */
export class ChunkedRequest extends IncomingMessage {
  #isChunked: boolean | undefined;
  #isRejected = false;
  #chunkCount = 0;
  #byteCount = 0;
  #smallChunks: Buffer[] = [];
  /** Whether other connections are read before this one. */
  #isWaiting = false;
  #wantsMore = false;

  /** The parser calls this for each chunk, and with null at the end. Bodies with a content length are unaffected. */
  override push(chunk: Buffer | null): boolean {
    this.#isChunked ??= this.headers['transfer-encoding'] !== undefined;
    if (!this.#isChunked) return super.push(chunk);
    if (this.#isRejected) return false;
    if (chunk === null || chunk.length >= LARGE_CHUNK_BYTES) {
      this.#pushSmallChunks();
      this.#byteCount += chunk?.length ?? 0;
      return super.push(chunk);
    }
    this.#byteCount += chunk.length;
    if (++this.#chunkCount > FREE_CHUNKS + this.#byteCount / MIN_AVERAGE_BYTES) this.#reject();
    // A microtask or nextTick callback would run after each chunk instead of after all of them.
    if (this.#smallChunks.push(chunk) === 1) setImmediate(() => this.#pushSmallChunks());
    if (this.#smallChunks.length === MANY_SMALL_CHUNKS) this.#wait();
    return this.#smallChunks.length < MANY_SMALL_CHUNKS;
  }

  #reject() {
    this.#isRejected = true;
    endRequests(this.socket);
    stopParsing(this.socket);
    this.destroy(chunksTooSmall());
  }

  #pushSmallChunks() {
    const chunks = this.#smallChunks;
    if (chunks.length === 0 || this.destroyed) return;
    this.#smallChunks = [];
    super.push(Buffer.concat(chunks));
  }

  #wait() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    if (waitingRequests.push(this) === 1) setImmediate(resumeNextRequests);
  }

  override _read(size: number): void {
    if (this.#isWaiting) this.#wantsMore = true;
    else super._read(size);
  }

  continueReading(): void {
    this.#isWaiting = false;
    if (!this.#wantsMore || this.destroyed) return;
    this.#wantsMore = false;
    super._read(0);
  }

  /** Leaves the connection of a rejected request open, so that the client can receive the response. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // Node, too, emits no error if nothing listens for it. Code that reads the body later still receives it.
    if (this.#isRejected) process.nextTick(() => callback(this.listenerCount('error') > 0 ? error : null));
    else super._destroy(error, callback);
  }
}

const chunksTooSmall = () =>
  new HttpError(
    400,
    msg`The body consists of too many small chunks. Send at least ${MIN_AVERAGE_BYTES} bytes in each chunk on average, or send the body with a Content-Length.`,
  );
