import { type Call, get, head, patch, post, type Request, remove } from './call.ts';

const UPLOADS = '/api/v1/uploads';
const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };

const announcement = (members: Record<string, string>): Request['headers'] => ({
  ...TUS,
  'upload-length': '100',
  'upload-metadata': Object.entries({ field: 'Photo', filename: 'a.jpg', filetype: 'image/jpeg', ...members })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(','),
});

const OTHERS = 'Inspections.Read';

/** Pictures and files of inspections, on their way and when they are here. */
export const uploadCalls: readonly Call[] = [
  {
    operation: 'describeUploads',
    needs: 'anonymous',
    request: () => ({ method: 'OPTIONS', path: UPLOADS }),
    answer: 204,
  },
  {
    operation: 'announceUpload',
    needs: 'Tasks.Perform',
    isOwn: true,
    request: ({ openInspectionId, itemId }) =>
      post(UPLOADS, undefined, announcement({ inspectionId: openInspectionId, itemId })),
    also: [
      ({ openInspectionId, itemId, openUploadId }) =>
        post(UPLOADS, undefined, announcement({ inspectionId: openInspectionId, itemId, id: openUploadId })),
    ],
    answer: 201,
    outside: 404,
  },
  {
    operation: 'readUploadHead',
    needs: 'Tasks.Perform',
    isOwn: true,
    request: ({ openUploadId }) => head(`${UPLOADS}/${openUploadId}`, undefined, TUS),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'sendUpload',
    needs: 'Tasks.Perform',
    isOwn: true,
    request: ({ openUploadId }) => patch(`${UPLOADS}/${openUploadId}`, 'ten bytes.', BYTES),
    answer: 204,
    outside: 404,
  },
  {
    operation: 'terminateUpload',
    needs: 'Tasks.Perform',
    isOwn: true,
    request: ({ openUploadId }) => remove(`${UPLOADS}/${openUploadId}`, undefined, TUS),
    answer: 204,
    outside: 404,
  },
  {
    operation: 'POST /api/v1/uploads/:id',
    needs: 'Tasks.Perform',
    isOwn: true,
    request: ({ openUploadId }) =>
      post(`${UPLOADS}/${openUploadId}`, undefined, { ...TUS, 'x-http-method-override': 'DELETE' }),
    also: [
      ({ openUploadId }) =>
        post(`${UPLOADS}/${openUploadId}`, 'ten bytes.', { ...BYTES, 'x-http-method-override': 'PATCH' }),
    ],
    answer: 204,
    outside: 404,
  },
  {
    operation: 'listUploads',
    needs: 'Tasks.Read',
    others: OTHERS,
    request: ({ inspectionId }) => get(`/api/v1/inspections/${inspectionId}/uploads`),
    also: [
      ({ inspectionId, uploadId }) => get(`/api/v1/inspections/${inspectionId}/uploads?after=${uploadId}`),
    ],
    answer: 200,
    outside: 404,
  },
  ...(['GET', 'HEAD'] as const).flatMap((method) =>
    [
      { operation: 'downloadUpload', route: '' },
      { operation: 'downloadThumbnail', route: '/thumbnail' },
    ].map(
      ({ operation, route }): Call => ({
        operation: method === 'GET' ? operation : `HEAD /api/v1/inspections/:id/uploads/:uploadId${route}`,
        needs: 'Tasks.Read',
        others: OTHERS,
        request: ({ inspectionId, uploadId }) => ({
          method,
          path: `/api/v1/inspections/${inspectionId}/uploads/${uploadId}${route}`,
        }),
        answer: 200,
        outside: 404,
      }),
    ),
  ),
];
