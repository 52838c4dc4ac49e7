import { type Static, Type } from 'typebox';
import { uploadLimits } from './upload-limits.ts';
import { workbookLimits } from './workbook-limits.ts';

const Uuid = (description: string) => Type.String({ format: 'uuid', description });
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** The members of `Upload-Metadata` (tus 1.0, creation), decoded. */
export const UploadMetadata = Type.Object(
  {
    id: Type.Optional(
      Uuid('A new UUID, chosen by the client: so an answer can name an upload that is yet to come'),
    ),
    inspectionId: Uuid('The inspection it belongs to'),
    field: Type.String({
      minLength: 1,
      maxLength: workbookLimits.fieldName,
      description: 'Name of the field it answers; with any other type of field it is a picture of its remark',
    }),
    itemId: Type.Optional(Uuid('The inspected item it is about, where there are items')),
    filename: Type.String({
      minLength: 1,
      maxLength: uploadLimits.fileName,
      description: 'What its sender calls it; a path in it is dropped',
    }),
    filetype: Type.String({
      maxLength: uploadLimits.fileType,
      description: 'Its media type, as its sender believes; what counts is the content',
    }),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Fa-f]{64}$',
        description: 'the SHA-256 of all of it as 64 hexadecimal digits',
      }),
    ),
  },
  { title: 'UploadMetadata', additionalProperties: false },
);
export type UploadMetadata = Static<typeof UploadMetadata>;

const UPLOAD_STATES = ['Arriving', 'Arrived', 'Refused'] as const;
/** How far an upload has come. The names stand in the order of their numbers in the database. */
export const UploadState = Type.Enum([...UPLOAD_STATES]);
export type UploadState = Static<typeof UploadState>;
export const uploadStateOf = (number: number): UploadState => UPLOAD_STATES[number]!;

/** Where a picture was taken, as its camera wrote into it: degrees (WGS 84), metres. */
const Position = Type.Object(
  {
    latitude: Type.Number(),
    longitude: Type.Number(),
    accuracy: Type.Optional(Type.Number()),
    altitude: Type.Optional(Type.Number()),
  },
  { title: 'UploadPosition' },
);
export type UploadPosition = Static<typeof Position>;

/** A picture, signature or file of an inspection, or what is known of one that has not arrived. */
export const Upload = Type.Object(
  {
    id: Uuid('As answers name it'),
    field: Type.String(),
    itemId: orNull(Type.String({ format: 'uuid' })),
    state: UploadState,
    refusal: orNull(Type.String({ description: 'Why it was refused' })),
    filename: Type.String(),
    size: Type.Integer({ description: 'Bytes that its sender announced' }),
    received: Type.Integer({ description: 'Bytes of these that are here; where to go on' }),
    sha256: orNull(Type.String({ description: 'SHA-256 of what arrived, before anything was done to it' })),
    contentType: orNull(Type.String({ description: 'What is kept; found from the content' })),
    storedSize: orNull(Type.Integer({ description: 'Bytes of what is kept' })),
    width: orNull(Type.Integer({ description: 'Pixels of a picture as it is kept' })),
    height: orNull(Type.Integer()),
    hasThumbnail: Type.Boolean(),
    position: orNull(Position),
    takenAt: orNull(
      Type.String({
        description:
          "When a picture was taken, by its camera's clock: ISO 8601, with an offset where the camera wrote one",
        examples: ['2026-03-01T09:30:00+01:00', '2026-03-01T09:30:00'],
      }),
    ),
    userName: Type.String({ description: 'Who sent it' }),
    createdAt: Type.String(),
    arrivedAt: orNull(Type.String()),
  },
  { title: 'Upload' },
);
export type Upload = Static<typeof Upload>;

/** A picture, signature or file that has arrived, as its inspection tells of it. */
export const ArrivedUpload = Type.Object(
  {
    ...Type.Pick(Upload, [
      'id',
      'field',
      'itemId',
      'filename',
      'contentType',
      'storedSize',
      'width',
      'height',
      'hasThumbnail',
      'position',
      'takenAt',
      'sha256',
      'userName',
      'arrivedAt',
    ]).properties,
    path: Type.String({
      description: 'Where it is downloaded; `/thumbnail` after it is the thumbnail',
      examples: ['/api/v1/inspections/01997b1c-…/uploads/01997b1d-…'],
    }),
  },
  { title: 'ArrivedUpload' },
);

/** A page of uploads, in the order of their ids; `after` of the next page is the last id. */
export const UploadPage = Type.Object(
  { uploads: Type.Array(Upload), next: orNull(Type.String({ format: 'uuid' })) },
  { title: 'UploadPage' },
);

export const UploadQuery = Type.Object({
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'the id of the last upload of the page before' }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
      description: 'a whole number from 1 to 500, 50 when absent',
    }),
  ),
});
export type UploadQuery = Static<typeof UploadQuery>;

/** The path of one upload of an inspection. */
export const UploadParameters = Type.Object({ id: Type.String(), uploadId: Type.String() });
export type UploadParameters = Static<typeof UploadParameters>;
