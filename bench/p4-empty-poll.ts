import {
  CHANGES_PATH,
  CHANGES_RESPONSE_END,
  createTokens,
  formatPage,
  SELECT_ENTRIES,
} from './baseline-entry.ts';
import type { Comparison } from './compare-with-baseline.ts';

// P4 cannot share P3's path: both send a token, and the baseline has only one statement per path.
export const POLL_PATH = CHANGES_PATH.toLowerCase();
const SELECT = `${SELECT_ENTRIES} order by feed.version desc limit 1`;

export const emptyPollComparison: Comparison = {
  id: 'P4',
  work: 'feed poll with nothing new',
  target: { ratio: 0.85 },
  baselineDescription:
    'selects the latest change, to which the token belongs, with the joins that an entry needs, and serialises it with JSON.stringify',
  registerBaseline: (app, pool, { tenantId }) => {
    app.get<{ Querystring: { changeToken: string } }>(POLL_PATH, async (request, reply) => {
      const { rows } = await pool.query({
        name: 'poll',
        text: SELECT,
        values: [tenantId],
      });
      return reply
        .type('application/json; charset=utf-8')
        .send(formatPage(rows, `http://${request.host}${POLL_PATH}`, request.query.changeToken));
    });
  },
  createLoad: async ({ db, fixture }) => {
    const [latestToken] = await createTokens(
      db,
      fixture,
      'select max(version) as version from feed where tenant_id = $1',
    );
    const requests = [{ path: `${POLL_PATH}?changeToken=${latestToken}` }];
    return { method: 'GET', token: fixture.token, requests, responseSuffix: CHANGES_RESPONSE_END };
  },
};
