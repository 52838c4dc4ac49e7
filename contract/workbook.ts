import { Type } from 'typebox';
import { Nullable } from './nullable.ts';

const versionFields = {
  id: Type.String({ format: 'uuid', description: 'ID of the version' }),
  definitionId: Type.String({ format: 'uuid', description: 'ID of the workbook' }),
  version: Type.String(),
  versionCode: Type.Integer(),
  title: Type.String(),
  description: Nullable(Type.String()),
  isPublished: Type.Boolean({ description: 'Whether the version can be used in new tasks' }),
  creationTime: Type.String(),
};

/** See the contract, Workbook. */
export const Workbook = Type.Object(versionFields, { title: 'Workbook' });

/** The list includes deleted versions (contract, Workbook; decision G5). */
export const AssociatedWorkbook = Type.Object(
  {
    ...versionFields,
    isDeleted: Type.Boolean(),
    deletionTime: Nullable(Type.String()),
    deleterUser: Nullable(Type.String(), 'User name of the person who deleted the version'),
  },
  { title: 'AssociatedWorkbook' },
);

/** See the contract, List workbooks of a team. */
export const AssociatedWorkbooksQuery = Type.Object({
  workAreaId: Type.String({ description: 'ID of the team' }),
});
