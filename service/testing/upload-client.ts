import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Field } from '#contract/workbook-definition.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, type CallerResponse, createCaller, taskBody } from './caller.ts';
import { addWorkbook, grantToken } from './organisation.ts';
import type { TestService } from './start-service.ts';

/** Sends uploads for an inspection as its inspector, one request at a time. */
export type UploadClient = {
  caller: Caller;
  accessToken: string;
  inspectionId: string;
  /** The inspection's path. */
  inspection: string;
  create(size: number, metadata: Record<string, string | undefined>): Promise<CallerResponse>;
  head(id: string): Promise<CallerResponse>;
  patch(id: string, offset: number, bytes: Buffer, headers?: Record<string, string>): Promise<CallerResponse>;
  /** Creates an upload and sends all bytes. Returns its ID and the last response. */
  send(
    bytes: Buffer,
    metadata: Record<string, string | undefined>,
  ): Promise<{ id: string; response: CallerResponse }>;
  answers(): Promise<Record<string, unknown>>;
  uploads(): Promise<Record<string, unknown>[]>;
};

const UPLOADS = '/api/v1/uploads';
const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** Fields of each type that accepts uploads, and one that does not. */
const PICTURE_FIELDS: Field[] = [
  { name: 'Photos', type: 'photo', maxCount: 3 },
  { name: 'Album', type: 'photo' },
  { name: 'Placed', type: 'photo', keepPosition: true },
  { name: 'Mark', type: 'signature' },
  { name: 'Papers', type: 'file' },
  { name: 'Height', type: 'decimal' },
  { name: 'Defects', type: 'repeat', fields: [{ name: 'Picture', type: 'photo' }] },
];

/** The parts of a service that an upload client needs. */
type ServiceUnderTest = Pick<TestService, 'url' | 'organisation' | 'as'> & { database: { db: Database } };

/**
 * Starts an inspection with picture fields, and returns a client for it. Given an `externalId`, the inspection has a
 * new task with it, otherwise none.
 */
export const startUploadClient = async (
  service: ServiceUnderTest,
  userName: string,
  {
    url = service.url,
    items,
    externalId,
    questions = [],
  }: { url?: string; items?: string[]; externalId?: string; questions?: Field[] } = {},
): Promise<UploadClient> => {
  const { organisation, database } = service;
  const accessToken = await grantToken(database.db, organisation.tenantId, organisation.userIds[userName]!);
  const name = `Pictures ${randomUUID()}`;
  const contentTypeId = items ? await findContentType(service) : null;
  await addWorkbook(database.db, organisation, {
    name,
    fields: [...questions, ...PICTURE_FIELDS],
    contentTypeId,
  });
  const caller = createCaller(url, accessToken);
  const start = async () => {
    if (externalId === undefined) {
      const workbookId = organisation.workbookIds[name];
      const teamId = organisation.teamIds.Bridges;
      return caller.post('/api/v1/inspections', { workbookId, teamId, ...(items && { items }) });
    }
    const erp = await service.as('erp');
    await erp.task('post', taskBody({ externalId, workbookName: name, assignedUserName: userName }));
    const [task] = await run<{ task_id: string }>(
      database.db,
      'select task_id from task where tenant_id = $1 and external_id = $2',
      [organisation.tenantId, externalId],
    );
    return caller.post(`/api/v1/tasks/${task!.task_id}/start`);
  };
  const response = await start();
  assert.equal(response.status, 201, JSON.stringify(response.body));
  return createUploadClient(url, accessToken, response.body.id);
};

export const createUploadClient = (url: string, accessToken: string, inspectionId: string): UploadClient => {
  const caller = createCaller(url, accessToken);
  const inspection = `/api/v1/inspections/${inspectionId}`;
  const client: UploadClient = {
    caller,
    accessToken,
    inspectionId,
    inspection,
    create: (size, metadata) =>
      caller.request('POST', UPLOADS, undefined, {
        ...TUS,
        'upload-length': String(size),
        'upload-metadata': formatMetadata({
          inspectionId,
          filename: 'a.jpg',
          filetype: 'image/jpeg',
          ...metadata,
        }),
      }),
    head: (id) => caller.request('HEAD', `${UPLOADS}/${id}`, undefined, TUS),
    patch: async (id, offset, bytes, headers = {}) => {
      const response = await fetch(`${url}${UPLOADS}/${id}`, {
        method: 'PATCH',
        headers: {
          ...BYTES,
          authorization: `Bearer ${accessToken}`,
          'upload-offset': String(offset),
          ...headers,
        },
        body: new Uint8Array(bytes),
      });
      const content = Buffer.from(await response.arrayBuffer());
      const text = content.toString();
      const { status, headers: responseHeaders } = response;
      return { status, headers: responseHeaders, body: text && JSON.parse(text), bytes: content };
    },
    send: async (bytes, metadata) => {
      const creation = await client.create(bytes.length, metadata);
      assert.equal(creation.status, 201, JSON.stringify(creation.body));
      const id = parseUploadId(creation);
      return { id, response: await client.patch(id, 0, bytes) };
    },
    answers: async () => (await caller.get(inspection)).body.answers,
    uploads: async () => (await caller.get(`${inspection}/uploads`)).body.uploads,
  };
  return client;
};

export const parseUploadId = ({ status, headers, body }: CallerResponse): string => {
  const location = headers.get('location');
  assert.ok(location, `${status} ${JSON.stringify(body)}`);
  return location.split('/').at(-1)!;
};

export const formatMetadata = (metadata: Record<string, string | undefined>): string =>
  Object.entries(metadata)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${Buffer.from(value!).toString('base64')}`)
    .join(',');

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Creates a noisy JPEG. With the default noise, it has about as many bytes as pixels. */
export const createNoisyJpeg = (width: number, height: number, sigma = 60): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();

const findContentType = async ({ database, organisation }: ServiceUnderTest): Promise<string> => {
  const [contentType] = await run<{ content_type_id: string }>(
    database.db,
    'select content_type_id from content_type where tenant_id = $1 limit 1',
    [organisation.tenantId],
  );
  return contentType!.content_type_id;
};
