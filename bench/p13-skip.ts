import { limitLookups } from './lookup.ts';
import type { Benchmark } from './measurement.ts';
import { skipRow } from './odata-lookups.ts';

const MAX_MS = 2_000;

export const skipBenchmark: Benchmark = limitLookups('P13', MAX_MS, skipRow);
