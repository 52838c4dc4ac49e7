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
  FileNotFoundError,
  FileStoreUnavailableError,
  type Files,
  requireKey,
  requireLength,
  type StoredFile,
  withInterruptionErrors,
} from './files.ts';

const TIMEOUTS_MS = { connectionTimeout: 3_000, socketTimeout: 10_000 };
/** With two attempts, a request to an unresponsive store fails after 26 s, before proxies give up (60 s). */
const MAX_ATTEMPTS = 2;
const CONCURRENT_DELETES = 8;

export const openBucket = ({ endpoint, region, bucket, prefix, ...credentials }: Bucket): Files => {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Puts the bucket in the path: few stores other than Amazon's support it in the host name.
    forcePathStyle: true,
    maxAttempts: MAX_ATTEMPTS,
    // By default, the client sends checksums in trailers, which some S3-compatible stores do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: SILENT_LOGGER,
    requestHandler: TIMEOUTS_MS,
  });
  const locate = (key: string) => ({ Bucket: bucket, Key: prefix + requireKey(key) });
  const remove = (key: string) => withStoreErrors(() => client.send(new DeleteObjectCommand(locate(key))));

  const files: Files = {
    put: async (key, content, bytes) => {
      const controller = new AbortController();
      const Body = Buffer.isBuffer(content) ? content : createUploadStream(content, bytes, controller);
      const command = new PutObjectCommand({ ...locate(key), Body, ContentLength: bytes });
      await withStoreErrors(() => client.send(command, { abortSignal: controller.signal })).catch((error) => {
        throw controller.signal.aborted ? controller.signal.reason : error;
      });
    },
    read: (key, range) =>
      withStoreErrors(async () => {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const { Body } = await client.send(new GetObjectCommand({ ...locate(key), Range })).catch((error) => {
          throw isMissing(error) ? new FileNotFoundError(key) : error;
        });
        return withInterruptionErrors(Body as Readable);
      }),
    size: (key) =>
      withStoreErrors(async () => {
        const response = await client.send(new HeadObjectCommand(locate(key))).catch((error) => {
          if (isMissing(error)) return undefined;
          throw error;
        });
        return response?.ContentLength;
      }),
    delete: async (keys) => {
      // One request per object: bulk deletion requires a checksum that some stores lack.
      for (let first = 0; first < keys.length; first += CONCURRENT_DELETES) {
        await Promise.all(keys.slice(first, first + CONCURRENT_DELETES).map(remove));
      }
    },
    list: async function* (keyPrefix): AsyncGenerator<StoredFile> {
      let Marker: string | undefined;
      do {
        const command = new ListObjectsCommand({ Bucket: bucket, Prefix: prefix + keyPrefix, Marker });
        const { Contents = [], IsTruncated } = await withStoreErrors(() => client.send(command));
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

/** Aborts the upload if the content fails: the S3 client would otherwise wait for the rest. */
const createUploadStream = (
  content: AsyncIterable<Buffer>,
  bytes: number,
  controller: AbortController,
): Readable =>
  Readable.from(requireLength(bytes, content), { objectMode: false }).on('error', (error) =>
    controller.abort(error),
  );

/** By default, the S3 client logs to the console. */
const SILENT_LOGGER = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as Error).name);

/** Converts object store errors (unreachable, denied, slow) to FileStoreUnavailableError, so that clients retry. */
const withStoreErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileNotFoundError ? error : new FileStoreUnavailableError(error);
  }
};
