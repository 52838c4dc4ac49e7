import { CHANGES_PATH, CHANGES_RESPONSE_END, createTokens } from './baseline-entry.ts';
import { compareLoads } from './compare-loads.ts';
import type { Tenant } from './create-tenant.ts';
import { getListTenant } from './list-tenants.ts';
import { type Benchmark, type BenchmarkSetup, runLoad } from './measurement.ts';

/* Reads a page at several places of a feed with ten thousand changes, and of one with a million. */

const FEW_CHANGES = 10_000;
const CONNECTIONS = 32;
/** Pages start at each of this many tokens, 50 changes apart. */
const TOKEN_COUNT = 20;

type Place = { work: string; firstVersion: (changes: number) => number };

const PAGES: readonly Place[] = [
  { work: 'feed page at the start', firstVersion: () => 1 },
  { work: 'feed page in the middle', firstVersion: (changes) => changes >> 1 },
  { work: 'feed page near the end', firstVersion: (changes) => changes - 2_000 },
];

const selectPageTokens = (firstVersion: number) =>
  `select ${firstVersion} + number * 50 as version from generate_series(0, ${TOKEN_COUNT - 1}) as number where $1 > 0`;

const LAST_VERSION = 'select version from feed_counter where tenant_id = $1';

const compareFeeds = (work: string, selectVersions: (changes: number) => string): Benchmark => ({
  id: 'G1',
  run: async (setup) => {
    const { changes } = setup.options;
    const tenants = [await getListTenant(setup, FEW_CHANGES), await getListTenant(setup, changes)] as const;
    const [against, measured] = await Promise.all(
      tenants.map((tenant) => measureFeed(setup, tenant, selectVersions(tenant.taskCount))),
    );
    return compareLoads(setup, {
      id: 'G1',
      work: `${work} of ${changes.toLocaleString('en')} changes`,
      target: 1 / 1.3,
      measured: measured!,
      against: against!,
      againstLabel: 'of 10,000',
      note: `${work}: a tenant with ${changes.toLocaleString('en')} changes compared with one with ten thousand`,
    });
  },
});

const measureFeed = async (setup: BenchmarkSetup, tenant: Tenant, selectVersions: string) => {
  const tokens = await createTokens(setup.db, tenant, selectVersions);
  const load = {
    method: 'GET' as const,
    token: tenant.token,
    requests: tokens.map((token) => ({ path: `${CHANGES_PATH}?changeToken=${token}` })),
    responseSuffix: CHANGES_RESPONSE_END,
    url: setup.serviceUrl,
    connections: CONNECTIONS,
  };
  return (seconds: number) => runLoad(setup, { ...load, seconds });
};

export const moreChangesBenchmarks: readonly Benchmark[] = [
  ...PAGES.map(({ work, firstVersion }) =>
    compareFeeds(work, (changes) => selectPageTokens(firstVersion(changes))),
  ),
  compareFeeds('empty poll', () => LAST_VERSION),
];
