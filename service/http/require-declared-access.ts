import type { FastifyInstance, RouteOptions } from 'fastify';

/** Stops the server from starting if a route declares no access rule (S33). */
export const requireDeclaredAccess = (app: FastifyInstance) => {
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
