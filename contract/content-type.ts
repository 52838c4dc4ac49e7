import { type Static, Type } from 'typebox';
import { Name } from './name.ts';
import { NextPage } from './page.ts';

/** Rises with every change; in quotes it is the ETag. */
export const Revision = Type.Integer({
  description: 'Rises with every change. In quotes it is the ETag, for `If-Match`',
  examples: [1],
});

/** A kind of thing that is inspected, such as bridges. Tenant-wide. */
export const ContentType = Type.Object(
  { id: Type.String({ format: 'uuid' }), name: Type.String(), revision: Revision },
  { title: 'ContentType' },
);
export type ContentType = Static<typeof ContentType>;

/** A content type as it is made or renamed. */
export const ContentTypeDraft = Type.Object(
  {
    name: Name('Unique in the tenant, letter case ignored'),
  },
  { title: 'ContentTypeDraft', additionalProperties: false, examples: [{ name: 'Bridge' }] },
);
export type ContentTypeDraft = Static<typeof ContentTypeDraft>;

/** A content type in a list. */
export const ListedContentType = Type.Object(
  { ...ContentType.properties, itemCount: Type.Integer({ description: 'How many items there are of it' }) },
  { title: 'ListedContentType' },
);
export type ListedContentType = Static<typeof ListedContentType>;

/** Content types in the order of their names. */
export const ContentTypePage = Type.Object(
  { contentTypes: Type.Array(ListedContentType), next: NextPage },
  { title: 'ContentTypePage' },
);
