import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { NewsPage, NewsQuery } from '#contract/news.ts';
import type { ChangeFeed, NewsReader, ReaderSource } from '#service/changes/change-feed.ts';
import { formatToken, parseToken } from '#service/changes/change-token.ts';
import { abortedWith } from '#service/http/aborted-with.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isAllowed, scopeOf } from '#service/identity/actor.ts';
import type { Actors } from '#service/identity/actors.ts';
import { admit } from '#service/identity/authenticate.ts';

/** GET /api/v1/changes: tells a page that is open what has changed. */
export const newsRoutes =
  ({ feed, actors }: { feed: ChangeFeed<NewsReader>; actors: Actors }) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: NewsQuery }>(
      '/changes',
      {
        config: { access: 'Tasks.Read', isBackground: true },
        schema: {
          tags: ['Changes'],
          operationId: 'readNews',
          summary: 'What has changed, for a page that is open',
          description:
            'Take a token first (without `after`), then load what the page shows: what changes in between is told, perhaps once more than needed. Loaded first, it would be missed. To ask keeps no session of a browser alive. Integrators follow `GetChanges`, whose entries are whole.',
          querystring: NewsQuery,
          response: { 200: NewsPage },
        },
      },
      async (request, reply) => {
        const { after, wait = '0' } = request.query;
        const from = after === undefined ? 'end' : parseToken(after);
        const patience = { ms: Number(wait) * 1_000, abort: abortedWith(reply) };
        const source = readerOf(request, actors);
        const page = await (patience.ms === 0
          ? feed.read(source, from, limits.changePage)
          : feed.readOrWait(source, from, limits.changePage, patience));
        return sendJson(
          reply,
          `{"changes":[${page.entries}],"next":"${formatToken(page.position)}","isBehind":${page.isFull},"isReset":${page.isReset}}`,
        );
      },
    );
  };

const readerOf = (request: FastifyRequest, actors: Actors): ReaderSource<NewsReader> => {
  const read = async (find: Actors['find']) => {
    const actor = await admit(request, 'Tasks.Read', find);
    return {
      ...scopeOf(actor, 'Tasks.Read'),
      userId: actor.userId,
      floor: actor.feedFloor,
      inspectedTeamIds: isAllowed(actor, 'Inspections.Read')
        ? scopeOf(actor, 'Inspections.Read').teamIds
        : [],
    };
  };
  return { current: () => read(actors.find), anew: () => read(actors.findAnew) };
};
