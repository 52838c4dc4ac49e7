import { type Child, startChild } from './child-process.ts';
import { compareLoads } from './compare-loads.ts';
import { createTenant, createToken, getPersonName, type Tenant } from './create-tenant.ts';
import { type Benchmark, type BenchmarkSetup, runLoad } from './measurement.ts';
import { createTaskRequests } from './p1-create-task.ts';
import type { PollerReport, PollerStart } from './pollers.ts';
import type { ServiceState } from './service-under-test.ts';

/* Creates tasks while two thousand requests wait for changes: in a tenant where nobody waits, and in one of theirs. */

const TENANT_COUNT = 4;
const USERS_PER_TENANT = 5;
const POLLERS_PER_USER = 100;
const POLLER_COUNT = TENANT_COUNT * USERS_PER_TENANT * POLLERS_PER_USER;
const TASKS_PER_TENANT = 1_000;
const CONNECTIONS = 32;
const MAX_START_MS = 300_000;
const STATE_SAMPLES = 50;
const SAMPLE_INTERVAL_MS = 20;

type PolledTenant = Tenant & { userTokens: string[] };

let tenantsPromise: Promise<PolledTenant[]> | undefined;

const getTenants = ({ client }: BenchmarkSetup): Promise<PolledTenant[]> => {
  const create = async () => {
    const tenants: PolledTenant[] = [];
    for (let number = 1; number <= TENANT_COUNT; number++) {
      const tenant = await createTenant(client, { name: `polled${number}`, taskCount: TASKS_PER_TENANT });
      await client.query(ALLOW_EVERYONE_TO_POLL, [tenant.tenantId]);
      const userTokens: string[] = [];
      for (let user = 0; user < USERS_PER_TENANT; user++)
        userTokens.push(await createToken(client, tenant.tenantId, getPersonName(0, user)));
      tenants.push({ ...tenant, userTokens });
    }
    await client.query('vacuum analyze');
    return tenants;
  };
  tenantsPromise ??= create();
  return tenantsPromise;
};

const ALLOW_EVERYONE_TO_POLL = `
  insert into user_role (tenant_id, user_id, role_id)
  select $1, user_id, role_id from app_user join role on role.tenant_id = $1 and role.name = 'Integration'
  where app_user.tenant_id = $1 on conflict do nothing`;

const compareWithWaitingReaders = (
  work: string,
  note: string,
  pickToken: (setup: BenchmarkSetup, tenants: PolledTenant[]) => string,
): Benchmark => ({
  id: 'G7',
  run: async (setup) => {
    const tenants = await getTenants(setup);
    const token = pickToken(setup, tenants);
    const load = {
      method: 'POST' as const,
      token,
      requests: createTaskRequests(),
      responseSuffix: RESPONSE_END,
    };
    const createTasks = (seconds: number) =>
      runLoad(setup, { ...load, url: setup.serviceUrl, connections: CONNECTIONS, seconds });
    const idleConnections: number[] = [];
    const delivered: number[] = [];
    const measurement = await compareLoads(setup, {
      id: 'G7',
      work,
      target: 0.9,
      measured: async (seconds) => {
        const pollers = await startPollers(setup, tenants);
        try {
          idleConnections.push(await findHeldConnections(setup));
          await pollers.request<PollerReport>('report');
          const report = await createTasks(seconds);
          const { responses, errors } = await pollers.request<PollerReport>('report');
          delivered.push(responses / seconds);
          return { ...report, errors: report.errors + errors };
        } finally {
          await pollers.stop();
        }
      },
      against: createTasks,
      againstLabel: 'without readers',
      note: '',
    });
    const heldConnections = Math.max(...idleConnections);
    return {
      ...measurement,
      isWithinLimits: heldConnections === 0,
      note: `${note}; the ${POLLER_COUNT.toLocaleString('en')} waiting requests held ${heldConnections} database connections, and received ${Math.round(Math.max(...delivered))} responses per second while tasks were created`,
    };
  },
});

const RESPONSE_END = '"error":null,"unAuthorizedRequest":false}';

/** Waits until all requests are waiting. */
const startPollers = async (setup: BenchmarkSetup, tenants: PolledTenant[]): Promise<Child> => {
  const tokens = tenants.flatMap(({ userTokens }) => userTokens);
  const start: PollerStart = { url: setup.serviceUrl, tokens, pollersPerToken: POLLERS_PER_USER };
  const pollers = await startChild('pollers.ts', start);
  const startedAt = performance.now();
  for (let responses = 0; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const report = await pollers.request<PollerReport>('report');
    responses += report.responses;
    // The first response only contains the token with which the reader waits.
    if (responses >= POLLER_COUNT && report.waiting === POLLER_COUNT) return pollers;
    if (performance.now() - startedAt > MAX_START_MS) {
      await pollers.stop();
      throw new Error(`Only ${responses} of ${POLLER_COUNT} first polls were answered in time.`);
    }
  }
};

/** The service's own work needs a connection now and then, so this returns the minimum of many samples. */
const findHeldConnections = async ({ service }: BenchmarkSetup): Promise<number> => {
  let held = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < STATE_SAMPLES; sample++) {
    held = Math.min(held, (await service.request<ServiceState>('read')).usedConnections);
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_INTERVAL_MS));
  }
  return held;
};

export const waitingReadersBenchmarks: readonly Benchmark[] = [
  compareWithWaitingReaders(
    'create a task while 2,000 requests wait',
    'nobody waits for changes in the tenant where the tasks are created',
    ({ fixture }) => fixture.token,
  ),
  compareWithWaitingReaders(
    'create a task while 500 requests wait for it',
    '500 of the 2,000 requests wait in the tenant where the tasks are created',
    (_setup, [tenant]) => tenant!.token,
  ),
];
