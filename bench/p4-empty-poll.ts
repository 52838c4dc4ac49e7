import type { Comparison } from './compare-with-floor.ts';
import {
  CHANGES_ANSWER_END,
  CHANGES_PATH,
  presentPage,
  SELECT_ENTRIES,
  tokensOf,
  versionOf,
} from './floor-entry.ts';

// A path of its own beside the page's: both are asked with a token, and the floor has one statement for each.
const PATH = CHANGES_PATH.toLowerCase();
const SELECT = `${SELECT_ENTRIES} order by feed.version desc limit 1`;

export const emptyPoll: Comparison = {
  id: 'P4',
  work: 'feed poll with nothing new',
  target: { ratio: 0.85 },
  floorDoes:
    'selects the latest change, which is the one of the token, with the joins that an entry needs, and writes it by JSON.stringify',
  floor: (app, pool, { tenantId }) => {
    app.get<{ Querystring: { changeToken: string } }>(PATH, async (request, reply) => {
      const { rows } = await pool.query({
        name: 'poll',
        text: SELECT,
        values: [tenantId],
      });
      if (rows[0].version !== versionOf(request.query.changeToken))
        throw new Error('There is something new.');
      return reply
        .type('application/json; charset=utf-8')
        .send(presentPage(rows, `http://${request.host}${PATH}`, request.query.changeToken));
    });
  },
  load: async (db, stage) => {
    const [latest] = await tokensOf(
      db,
      stage,
      'select max(version) as version from feed where tenant_id = $1',
    );
    const requests = [{ path: `${PATH}?changeToken=${latest}` }];
    return { method: 'GET', token: stage.token, requests, answerEnd: CHANGES_ANSWER_END };
  },
};
