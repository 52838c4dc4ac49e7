import { compareLookups } from './lookup.ts';
import type { Benchmark } from './measurement.ts';
import { odataRows } from './odata-lookups.ts';
import { portalRows } from './portal-lookups.ts';
import { auditRow, inspectionRow } from './record-lookups.ts';

/** All ordinary lookups, in a tenant with a million tasks and in one with a tenth of them. */
export const lookupBenchmarks: readonly Benchmark[] = [
  ...portalRows,
  ...odataRows,
  inspectionRow,
  auditRow,
].map(compareLookups);
