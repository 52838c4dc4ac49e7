import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type ItemPoint, ItemPointQuery, ItemPoints, MAX_MAP_POINTS } from '#contract/points.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { splitIntoWords } from '#service/http/search-words.ts';
import { operations } from '#service/identity/operations.ts';
import { createBoxCondition, parseBox } from './box.ts';
import { hasItemWord } from './item-text.ts';

export const itemPointRoutes =
  ({ db, adHocQueries }: DatabaseHandle) =>
  async (app: FastifyInstance) => {
    const { handle } = operations(app, db, 'Items');

    handle('GET', '/item-points', {
      access: 'Workbooks.Read',
      operationId: 'listItemPoints',
      summary: 'List the locations of items',
      description:
        'Returns items that have a location and are not archived. `text` is matched against the external ID, the title and the address.',
      query: ItemPointQuery,
      returns: ItemPoints,
      run: async ({ scope: { tenantId }, query, signal }) => {
        const { contentTypeId, text, bounds } = query;
        const conditions = [sql`item.archived_at is null and item.latitude is not null`];
        if (contentTypeId !== undefined) conditions.push(sql`item.content_type_id = ${contentTypeId}`);
        if (bounds !== undefined) conditions.push(createBoxCondition(parseBox('bounds', bounds)));
        conditions.push(...[...new Set(splitIntoWords(text))].map(hasItemWord));
        const statement = sql`
          select json_build_array(item_id, longitude, latitude, content_type_id) as point from item
          where tenant_id = ${tenantId} and ${sql.join(conditions, sql` and `)} limit ${MAX_MAP_POINTS + 1}`.compile(
          db,
        );
        const rows = await adHocQueries.fetchSmall<{ point: ItemPoint }>(statement, signal);
        const points = rows.slice(0, MAX_MAP_POINTS).map(({ point }) => point);
        return { points, isTruncated: rows.length > MAX_MAP_POINTS };
      },
    });
  };
