import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Bucket } from '#service/files-location.ts';
import {
  exactly,
  FileMissing,
  type Files,
  FilesUnavailable,
  reportInterruption,
  requireKey,
  type StoredFile,
} from './files.ts';

/** Milliseconds. */
const TIMEOUTS = { connection: 3_000, silence: 10_000 };
/** A store that accepts connections but does not respond fails after 26 s; proxies give up after 60 s. */
const MAX_ATTEMPTS = 2;
const DELETED_AT_ONCE = 8;

/** Stores files in a bucket, which several machines may share. */
export const openBucket = ({ endpoint, region, bucket, prefix, ...credentials }: Bucket): Files => {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // The alternative puts the bucket into the host name, which hardly any store except Amazon's supports.
    forcePathStyle: true,
    maxAttempts: MAX_ATTEMPTS,
    // The default, checksums in trailers, does not work with every S3-compatible store.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: SILENT,
    requestHandler: { connectionTimeout: TIMEOUTS.connection, socketTimeout: TIMEOUTS.silence },
  });
  const locate = (key: string) => ({ Bucket: bucket, Key: prefix + requireKey(key) });
  const remove = (key: string) =>
    withAvailabilityErrors(() => client.send(new DeleteObjectCommand(locate(key))));

  const files: Files = {
    put: async (key, content, bytes) => {
      const putting = new AbortController();
      const Body = Buffer.isBuffer(content) ? content : streamOf(content, bytes, putting);
      const command = new PutObjectCommand({ ...locate(key), Body, ContentLength: bytes });
      await withAvailabilityErrors(() => client.send(command, { abortSignal: putting.signal })).catch(
        (error) => {
          throw putting.signal.aborted ? putting.signal.reason : error;
        },
      );
    },
    read: (key, range) =>
      withAvailabilityErrors(async () => {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const { Body } = await client.send(new GetObjectCommand({ ...locate(key), Range })).catch((error) => {
          throw isMissing(error) ? new FileMissing(key) : error;
        });
        return reportInterruption(Body as Readable);
      }),
    size: (key) =>
      withAvailabilityErrors(async () => {
        const found = await client.send(new HeadObjectCommand(locate(key))).catch((error) => {
          if (isMissing(error)) return undefined;
          throw error;
        });
        return found?.ContentLength;
      }),
    delete: async (keys) => {
      // One by one: deleting many objects in one request needs a checksum that not every store supports.
      for (let first = 0; first < keys.length; first += DELETED_AT_ONCE) {
        await Promise.all(keys.slice(first, first + DELETED_AT_ONCE).map(remove));
      }
    },
    list: async function* (wanted): AsyncGenerator<StoredFile> {
      let Marker: string | undefined;
      do {
        const command = new ListObjectsCommand({ Bucket: bucket, Prefix: prefix + wanted, Marker });
        const { Contents = [], IsTruncated } = await withAvailabilityErrors(() => client.send(command));
        for (const { Key = '', Size = 0, LastModified = new Date() } of Contents) {
          yield { key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified };
        }
        Marker = IsTruncated ? Contents.at(-1)?.Key : undefined;
      } while (Marker !== undefined);
    },
    check: async () => {
      const key = `check-${randomUUID()}`;
      await files.put(key, Buffer.from('x'), 1);
      await files.delete([key]);
    },
    close: () => client.destroy(),
  };
  return files;
};

/** Aborts the upload if its source fails: the client would wait for the rest. */
const streamOf = (content: AsyncIterable<Buffer>, bytes: number, putting: AbortController): Readable =>
  Readable.from(exactly(bytes, content), { objectMode: false }).on('error', (error) => putting.abort(error));

/** The caller reports failures; by default the client would write to the console. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as Error).name);

/**
 * Turns every error of the object store (unreachable, denied, slow) into FilesUnavailable, so that the client retries
 * later.
 */
const withAvailabilityErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileMissing ? error : new FilesUnavailable(error);
  }
};
