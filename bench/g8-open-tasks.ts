import { limitLookups } from './lookup.ts';
import type { Benchmark } from './measurement.ts';
import { mapRow } from './portal-lookups.ts';
import { boardRow, overviewRow, suggestionRow, workRow } from './record-lookups.ts';

const MAX_MS = 300;

/** The screens that show many tasks at once, with a hundred thousand open tasks and five hundred people. */
export const openTasksBenchmarks: readonly Benchmark[] = [
  overviewRow,
  boardRow,
  mapRow,
  suggestionRow,
  workRow,
].map((row) => limitLookups('G8', MAX_MS, row));
