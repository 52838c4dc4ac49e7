import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { listRoutes } from './list-routes.ts';
import { everyCall } from './every-call.ts';
test('try', async (t) => {
  const service = await startService(t);
  const routes = await listRoutes(service.services);
  const known = new Set(everyCall.map(c => c.operation));
  console.log(routes.filter(r => !known.has(r.operationId ?? '') && !known.has(`${r.method} ${r.url}`)));
  console.log([...known].filter(k => !routes.some(r => r.operationId === k || `${r.method} ${r.url}` === k)));
});
