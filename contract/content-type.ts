import { type Static, Type } from 'typebox';
import { Name } from './name.ts';
import { NextPage } from './page.ts';

export const Revision = Type.Integer({
  description: 'Increases with every change. The same number in quotes is the ETag for `If-Match`',
  examples: [1],
});

export const ContentType = Type.Object(
  { id: Type.String({ format: 'uuid' }), name: Type.String(), revision: Revision },
  { title: 'ContentType' },
);
export type ContentType = Static<typeof ContentType>;

export const NewContentType = Type.Object(
  { name: Name('Name of the content type, unique in the tenant (not case-sensitive)') },
  { title: 'NewContentType', additionalProperties: false, examples: [{ name: 'Bridge' }] },
);
export type NewContentType = Static<typeof NewContentType>;

export const ListedContentType = Type.Object(
  {
    ...ContentType.properties,
    itemCount: Type.Integer({ description: 'Number of items of this content type' }),
  },
  { title: 'ListedContentType' },
);
export type ListedContentType = Static<typeof ListedContentType>;

/** Sorted by name. */
export const ContentTypePage = Type.Object(
  { contentTypes: Type.Array(ListedContentType), next: NextPage },
  { title: 'ContentTypePage' },
);
export type ContentTypePage = Static<typeof ContentTypePage>;
