import { sql } from 'kysely';
import type { EntityFields, Field } from '#service/odata/fields.ts';

const createField = (type: Field['type'], column: string, { nullable = false } = {}): Field => ({
  type,
  nullable,
  sql: sql.ref(`workbook_version.${column}`),
});

/** See decision G4. */
export const workbookFields: EntityFields = {
  fields: {
    Id: createField('Guid', 'version_id'),
    DefinitionId: createField('Guid', 'workbook_id'),
    Version: createField('String', 'version'),
    VersionCode: createField('Int32', 'version_code'),
    Title: createField('String', 'title'),
    Description: createField('String', 'description', { nullable: true }),
    IsPublished: createField('Boolean', 'is_published'),
    CreationTime: createField('DateTime', 'created_at'),
  },
  id: 'Id',
  defaultOrder: 'CreationTime',
};
