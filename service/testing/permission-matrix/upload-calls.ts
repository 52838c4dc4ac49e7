import { type Call, get, head, patch, post, type Request, remove } from './call.ts';

const UPLOADS = '/api/v1/uploads';
const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };

const createUploadHeaders = (metadata: Record<string, string>): Request['headers'] => ({
  ...TUS,
  'upload-length': '100',
  'upload-metadata': Object.entries({
    field: 'Photo',
    filename: 'a.jpg',
    filetype: 'image/jpeg',
    ...metadata,
  })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(','),
});

const READ_OTHERS = 'Inspections.Read';

/** Calls about pictures and files in inspections, during and after uploading. */
export const uploadCalls: readonly Call[] = [
  {
    operation: 'describeUploads',
    access: 'anonymous',
    request: () => ({ method: 'OPTIONS', path: UPLOADS }),
    response: 204,
  },
  {
    operation: 'createUpload',
    access: 'Tasks.Perform',
    isOwnerOnly: true,
    request: ({ openInspectionId, itemId }) =>
      post(UPLOADS, undefined, createUploadHeaders({ inspectionId: openInspectionId, itemId })),
    variants: [
      ({ openInspectionId, itemId, openUploadId }) =>
        post(
          UPLOADS,
          undefined,
          createUploadHeaders({ inspectionId: openInspectionId, itemId, id: openUploadId }),
        ),
    ],
    response: 201,
    otherTeam: 404,
  },
  {
    operation: 'readUploadProgress',
    access: 'Tasks.Perform',
    isOwnerOnly: true,
    request: ({ openUploadId }) => head(`${UPLOADS}/${openUploadId}`, undefined, TUS),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'sendUpload',
    access: 'Tasks.Perform',
    isOwnerOnly: true,
    request: ({ openUploadId }) => patch(`${UPLOADS}/${openUploadId}`, 'ten bytes.', BYTES),
    response: 204,
    otherTeam: 404,
  },
  {
    operation: 'cancelUpload',
    access: 'Tasks.Perform',
    isOwnerOnly: true,
    request: ({ openUploadId }) => remove(`${UPLOADS}/${openUploadId}`, undefined, TUS),
    response: 204,
    otherTeam: 404,
  },
  {
    operation: 'POST /api/v1/uploads/:id',
    access: 'Tasks.Perform',
    isOwnerOnly: true,
    request: ({ openUploadId }) =>
      post(`${UPLOADS}/${openUploadId}`, undefined, { ...TUS, 'x-http-method-override': 'DELETE' }),
    variants: [
      ({ openUploadId }) =>
        post(`${UPLOADS}/${openUploadId}`, 'ten bytes.', { ...BYTES, 'x-http-method-override': 'PATCH' }),
    ],
    response: 204,
    otherTeam: 404,
  },
  {
    operation: 'listUploads',
    access: 'Tasks.Read',
    permissionForOthers: READ_OTHERS,
    request: ({ inspectionId }) => get(`/api/v1/inspections/${inspectionId}/uploads`),
    variants: [
      ({ inspectionId, uploadId }) => get(`/api/v1/inspections/${inspectionId}/uploads?after=${uploadId}`),
    ],
    response: 200,
    otherTeam: 404,
  },
  ...(['GET', 'HEAD'] as const).flatMap((method) =>
    [
      { operation: 'downloadUpload', route: '' },
      { operation: 'downloadThumbnail', route: '/thumbnail' },
    ].map(
      ({ operation, route }): Call => ({
        operation: method === 'GET' ? operation : `HEAD /api/v1/inspections/:id/uploads/:uploadId${route}`,
        access: 'Tasks.Read',
        permissionForOthers: READ_OTHERS,
        request: ({ inspectionId, uploadId }) => ({
          method,
          path: `/api/v1/inspections/${inspectionId}/uploads/${uploadId}${route}`,
        }),
        response: 200,
        otherTeam: 404,
      }),
    ),
  ),
];
