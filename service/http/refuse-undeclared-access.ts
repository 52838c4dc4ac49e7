import type { FastifyInstance, RouteOptions } from 'fastify';

/** Every route declares who has access; a route without that keeps the server from starting (S33). */
export const refuseUndeclaredAccess = (app: FastifyInstance) => {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(({ config }) => config?.access === undefined);
    if (undeclared.length > 0) {
      throw new Error(
        `${undeclared.map(({ method, url }) => `${method} ${url}`).join(', ')}: declare who has access (config.access)`,
      );
    }
  });
};
