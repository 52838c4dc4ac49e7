import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import S3rver from '@20minutes/s3rver';
import type { Bucket } from '#service/files-location.ts';

/** Starts a local S3-compatible server over HTTP for a test, and returns a bucket on it. */
export const startObjectStore = async (t: TestContext): Promise<Bucket> => {
  const directory = await mkdtemp(join(tmpdir(), 'ronda-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // The server computes the wrong signature for bucket-level requests: it appends a slash to the path.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'ronda' }],
  });
  const { port } = await server.run();
  t.after(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'ronda',
    prefix: 'some/prefix/',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
};
