import { IncomingMessage } from 'node:http';
import { sentence } from '#i18n/sentence.ts';
import { endRequests } from './close-gracefully.ts';
import { HttpError } from './http-error.ts';
import { stopParsing } from './stop-parsing.ts';

/**
 * Node's parser takes 2 µs per chunk, however small, and a single 64 KiB read may contain up to 10,900 of
 * them. A body may have FREE_CHUNKS chunks of any size, plus one for every MIN_AVERAGE bytes.
 */
const FREE_CHUNKS = 500;
/** Some clients send each row of a CSV file as a chunk, so this minimum is shorter than most rows. */
const MIN_AVERAGE = 32;

/** A chunk with at least this many bytes is passed on straight away. */
const LARGE_CHUNK_BYTES = 1_024;
/** A read with more small chunks than this takes a noticeable amount of time. */
const MANY_SMALL_CHUNKS = 64;
/** How many connections with many small chunks are read in one turn of the event loop. Each takes up to 4 ms. */
const READS_PER_TURN = 2;

/** Connections whose last read contained many chunks. They take turns being read again. */
const waiting: ChunkedRequest[] = [];

const resumeSome = () => {
  for (const request of waiting.splice(0, READS_PER_TURN)) request.continueReading();
  if (waiting.length > 0) setImmediate(resumeSome);
};

/**
 * Rejects bodies sent in very small chunks (R24), which no proxy or HTTP client uses but which would keep the
 * event loop busy. Connections with other small chunks take turns, and the application receives them coalesced.
 */
export class ChunkedRequest extends IncomingMessage {
  #isChunked: boolean | undefined;
  #isRejected = false;
  #chunks = 0;
  #bytes = 0;
  /** Small chunks received in this turn of the event loop. */
  #received: Buffer[] = [];
  /** Whether this connection has to wait for other connections before it is read again. */
  #isWaiting = false;
  #wantsMore = false;

  /** The parser calls this for each chunk, and with null at the end. Bodies with a content length are unaffected. */
  override push(chunk: Buffer | null): boolean {
    this.#isChunked ??= this.headers['transfer-encoding'] !== undefined;
    if (!this.#isChunked) return super.push(chunk);
    if (this.#isRejected) return false;
    if (chunk === null || chunk.length >= LARGE_CHUNK_BYTES) {
      this.#pushReceived();
      this.#bytes += chunk?.length ?? 0;
      return super.push(chunk);
    }
    this.#bytes += chunk.length;
    if (++this.#chunks > FREE_CHUNKS + this.#bytes / MIN_AVERAGE) this.#reject();
    // Microtasks and nextTick callbacks would not wait for the other chunks: the parser runs them after each
    // one.
    if (this.#received.push(chunk) === 1) setImmediate(() => this.#pushReceived());
    if (this.#received.length === MANY_SMALL_CHUNKS) this.#wait();
    return this.#received.length < MANY_SMALL_CHUNKS;
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

  /** A rejected request stays connected so that it can receive its response. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // As in Node, the error is not emitted if nothing listens for it. Code that reads the body later still
    // receives it.
    if (this.#isRejected) process.nextTick(() => callback(this.listenerCount('error') > 0 ? error : null));
    else super._destroy(error, callback);
  }
}

const chunksTooSmall = () =>
  new HttpError(
    400,
    sentence`The body consists of too many small chunks. Send at least ${MIN_AVERAGE} bytes in each chunk on average, or send the body with a Content-Length.`,
  );
