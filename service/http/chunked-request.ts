import { IncomingMessage } from 'node:http';
import { sentence } from '#i18n/sentence.ts';
import { endRequests } from './close-gracefully.ts';
import { HttpError } from './http-error.ts';
import { stopParsing } from './stop-parsing.ts';

/**
 * Node's parser takes 2 µs for a chunk, whatever its size, and one read of 64 KiB contains up to 10,900. A body can have this
 * many chunks of any size, and one more for each MIN_AVERAGE bytes.
 */
const FREE_CHUNKS = 500;
/** Some clients send each row of a CSV file as a chunk, so the minimum is less than most rows. */
const MIN_AVERAGE = 32;

/** Bytes of a chunk that is passed on at once. */
const LARGE = 1_024;
/** A read with more small chunks than this takes a noticeable time. */
const MANY = 64;
/** Connections with many small chunks that are read in one turn of the event loop. One takes up to 4 ms. */
const READS_PER_TURN = 2;

/** Connections whose last read had many chunks. They are read again in turn. */
const waiting: ChunkedRequest[] = [];

const resumeSome = () => {
  for (const request of waiting.splice(0, READS_PER_TURN)) request.continueReading();
  if (waiting.length > 0) setImmediate(resumeSome);
};

/**
 * A request that rejects a body in very small chunks (R24). No proxy or HTTP client sends one, but a hostile client could
 * occupy the event loop. Other bodies in small chunks are read in turn, and reach the application in large pieces.
 */
export class ChunkedRequest extends IncomingMessage {
  #isChunked: boolean | undefined;
  #isRejected = false;
  #chunks = 0;
  #bytes = 0;
  /** Small chunks that were received in this turn of the event loop. */
  #received: Buffer[] = [];
  /** The next read of the connection has to wait for those of others. */
  #isWaiting = false;
  #wantsMore = false;

  /** The parser calls this for each chunk, and with null at the end. Bodies with a content length are not affected. */
  override push(chunk: Buffer | null): boolean {
    this.#isChunked ??= this.headers['transfer-encoding'] !== undefined;
    if (!this.#isChunked) return super.push(chunk);
    if (this.#isRejected) return false;
    if (chunk === null || chunk.length >= LARGE) {
      this.#pushReceived();
      this.#bytes += chunk?.length ?? 0;
      return super.push(chunk);
    }
    this.#bytes += chunk.length;
    if (++this.#chunks > FREE_CHUNKS + this.#bytes / MIN_AVERAGE) this.#reject();
    // The parser runs microtasks and nextTick after each chunk.
    if (this.#received.push(chunk) === 1) setImmediate(() => this.#pushReceived());
    if (this.#received.length === MANY) this.#wait();
    return this.#received.length < MANY;
  }

  #reject() {
    this.#isRejected = true;
    endRequests(this.socket);
    stopParsing(this.socket);
    this.destroy(chunksTooSmall());
  }

  #pushReceived() {
    const chunks = this.#received;
    if (chunks.length === 0 || this.destroyed) return;
    this.#received = [];
    super.push(Buffer.concat(chunks));
  }

  #wait() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    if (waiting.push(this) === 1) setImmediate(resumeSome);
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

  /** A rejected request stays connected for its response. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // As in Node, nobody needs to listen to the error. A later reader also gets it.
    if (this.#isRejected) process.nextTick(() => callback(this.listenerCount('error') > 0 ? error : null));
    else super._destroy(error, callback);
  }
}

const chunksTooSmall = () =>
  new HttpError(
    400,
    sentence`The body consists of too many small chunks. Send at least ${MIN_AVERAGE} bytes in each chunk on average, or send the body with a Content-Length.`,
  );
