import { limits } from '#contract/limits.ts';
import { TENANT_STATEMENTS } from '#service/changes/change-page-statement.ts';
import {
  CHANGES_PATH,
  CHANGES_RESPONSE_END,
  createTokens,
  formatPage,
  readVersion,
  SELECT_ENTRIES,
} from './baseline-entry.ts';
import type { Comparison } from './compare-with-baseline.ts';

const SELECT = `${SELECT_ENTRIES} and feed.version > $2 order by feed.version limit ${limits.changePage}`;

export const feedPageComparison: Comparison = {
  id: 'P3',
  work: 'feed page of 500',
  target: { ratio: 1 },
  baselineDescription:
    'selects 500 rows with the joins that an entry needs and serialises them with JSON.stringify',
  registerBaseline: (app, pool, { tenantId }) => {
    app.get<{ Querystring: { changeToken: string } }>(CHANGES_PATH, async (request, reply) => {
      const { rows } = await pool.query({
        name: 'page',
        text: SELECT,
        values: [tenantId, readVersion(request.query.changeToken)],
      });
      return reply
        .type('application/json; charset=utf-8')
        .send(formatPage(rows, `http://${request.host}${CHANGES_PATH}`, request.query.changeToken));
    });
  },
  getStatements: async ({ fixture: { tenantId, userId, taskCount } }) => ({
    service: {
      text: TENANT_STATEMENTS.newer.text,
      values: [tenantId, null, taskCount >> 1, userId, limits.changePage],
      planCacheMode: 'force_generic_plan',
    },
    baseline: { text: SELECT, values: [tenantId, taskCount >> 1], planCacheMode: 'auto' },
  }),
  createLoad: async ({ db, fixture }) => {
    const tokens = await createTokens(
      db,
      fixture,
      `select version from feed where tenant_id = $1 and version <= ${fixture.taskCount - 1_000} and version % 100 = 0`,
    );
    return {
      method: 'GET',
      token: fixture.token,
      requests: tokens.map((token) => ({ path: `${CHANGES_PATH}?changeToken=${token}` })),
      responseSuffix: CHANGES_RESPONSE_END,
    };
  },
};
