import { sql } from 'kysely';
import type { EntityFields, Field } from '#service/odata/fields.ts';

const field = (type: Field['type'], column: string, { nullable = false } = {}): Field => ({
  type,
  nullable,
  sql: sql.ref(`workbook_version.${column}`),
});

/** The fields of a workbook version in a query: the members of a list row (decision G4). */
export const workbookFields: EntityFields = {
  fields: {
    Id: field('Guid', 'version_id'),
    DefinitionId: field('Guid', 'workbook_id'),
    Version: field('String', 'version'),
    VersionCode: field('Int32', 'version_code'),
    Title: field('String', 'title'),
    Description: field('String', 'description', { nullable: true }),
    IsPublished: field('Boolean', 'is_published'),
    CreationTime: field('DateTime', 'created_at'),
  },
  id: 'Id',
  defaultOrder: 'CreationTime',
};
