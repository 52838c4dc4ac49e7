import { CHANGES_PATH, CHANGES_RESPONSE_END, createTokens } from './baseline-entry.ts';
import { compareLoads } from './compare-loads.ts';
import { createTenant, type Tenant } from './create-tenant.ts';
import { getExternalId } from './fill-tasks.ts';
import type { Load } from './load.ts';
import { loadInBulk } from './load-in-bulk.ts';
import { type Benchmark, type BenchmarkSetup, runLoad } from './measurement.ts';
import { createTaskRequests } from './p1-create-task.ts';

/* Compares requests to a single tenant with the same requests spread over a thousand tenants of the same size. */

const TENANT_COUNT = 1_000;
const TASKS_PER_TENANT = 1_000;
const CONNECTIONS = 32;
/** Enough for each connection to have its own (bench/load.ts). */
const REQUEST_COUNT = 6_400;

type Comparison = {
  work: string;
  responseSuffix: string;
  createRequest: (index: number, tenant: Tenant, latestToken: string) => Load['requests'][number];
};

const creations = createTaskRequests();
const responseSuffix = '"error":null,"unAuthorizedRequest":false}';

const comparisons: readonly Comparison[] = [
  {
    work: 'create a task',
    responseSuffix,
    createRequest: (index) => creations[index % creations.length]!,
  },
  {
    work: 'read a task',
    responseSuffix,
    createRequest: (index) => ({
      path: '/api/services/custom/externaltask/get',
      body: JSON.stringify({ externalId: getExternalId((index * 7_919) % TASKS_PER_TENANT) }),
    }),
  },
  {
    work: 'feed poll with nothing new',
    responseSuffix: CHANGES_RESPONSE_END,
    createRequest: (_index, _tenant, latestToken) => ({
      path: `${CHANGES_PATH}?changeToken=${latestToken}`,
      method: 'GET',
    }),
  },
];

let tenantsPromise: Promise<Tenant[]> | undefined;

const getTenants = ({ client, log }: BenchmarkSetup): Promise<Tenant[]> => {
  const create = async () => {
    log(`Creating ${TENANT_COUNT} tenants with ${TASKS_PER_TENANT} tasks each`);
    const tenants = await loadInBulk(client, async () => {
      const created: Tenant[] = [];
      for (let number = 1; number <= TENANT_COUNT; number++)
        created.push(await createTenant(client, { name: `tenant${number}`, taskCount: TASKS_PER_TENANT }));
      return created;
    });
    await client.query('vacuum analyze');
    return tenants;
  };
  tenantsPromise ??= create();
  return tenantsPromise;
};

const measureTenants = async (setup: BenchmarkSetup, tenants: readonly Tenant[], comparison: Comparison) => {
  const targets: { tenant: Tenant; latestToken: string }[] = [];
  for (const tenant of tenants) {
    const [latestToken] = await createTokens(setup.db, tenant, LAST_VERSION);
    targets.push({ tenant, latestToken: latestToken! });
  }
  const requests = Array.from({ length: REQUEST_COUNT }, (_, index) => {
    const { tenant, latestToken } = targets[index % targets.length]!;
    return { ...comparison.createRequest(index, tenant, latestToken), token: tenant.token };
  });
  const load = { method: 'POST' as const, token: '', requests, responseSuffix: comparison.responseSuffix };
  return (seconds: number) =>
    runLoad(setup, { ...load, url: setup.serviceUrl, connections: CONNECTIONS, seconds });
};

const LAST_VERSION = 'select version from feed_counter where tenant_id = $1';

export const moreTenantsBenchmarks: readonly Benchmark[] = comparisons.map((comparison) => ({
  id: 'G4',
  run: async (setup) => {
    const tenants = await getTenants(setup);
    return compareLoads(setup, {
      id: 'G4',
      work: `${comparison.work} in ${TENANT_COUNT.toLocaleString('en')} tenants`,
      target: 1 / 1.3,
      measured: await measureTenants(setup, tenants, comparison),
      against: await measureTenants(setup, tenants.slice(0, 1), comparison),
      againstLabel: 'in one',
      note: `${comparison.work}: requests spread over ${TENANT_COUNT} tenants, each with its own token, compared with requests to one of them`,
    });
  },
}));
