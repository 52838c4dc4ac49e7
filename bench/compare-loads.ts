import {
  type Benchmark,
  compareProcessorTime,
  computeSpread,
  formatRate,
  type MeasuredLoad,
  type Measurement,
} from './measurement.ts';

/** Sends requests for the given number of seconds. */
type MeasureLoad = (seconds: number) => Promise<MeasuredLoad>;

export type LoadComparison = {
  id: string;
  work: string;
  /** The minimum throughput of `measured`, relative to `against`. */
  target: number;
  measured: MeasureLoad;
  against: MeasureLoad;
  /** What `against` is, such as `among 10,000`. */
  againstLabel: string;
  note: string;
};

const WARM_UP_SECONDS = 2;

/** Measures two loads of the service in turn, so that temporary disturbances on the machine affect both. */
export const compareLoads = async (
  { options, log }: Parameters<Benchmark['run']>[0],
  { id, work, target, measured, against, againstLabel, note }: LoadComparison,
): Promise<Measurement> => {
  await against(WARM_UP_SECONDS);
  await measured(WARM_UP_SECONDS);
  const rounds: { against: MeasuredLoad; measured: MeasuredLoad }[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    const reports = { against: await against(options.seconds), measured: await measured(options.seconds) };
    rounds.push(reports);
    log(
      `${id} ${work}, round ${round}: ${formatRate(reports.measured.perSecond)} compared with ${formatRate(reports.against.perSecond)} ${againstLabel}`,
    );
  }
  const formatSide = (side: 'measured' | 'against') =>
    formatRate(computeSpread(rounds.map((round) => round[side].perSecond)).median);
  return {
    id,
    work,
    ratio: computeSpread(rounds.map((round) => round.measured.perSecond / round.against.perSecond)),
    target,
    ...compareProcessorTime(rounds.map((round) => [round.measured, round.against])),
    measured: formatSide('measured'),
    against: `${formatSide('against')} ${againstLabel}`,
    errors: rounds.reduce((sum, round) => sum + round.measured.errors + round.against.errors, 0),
    note,
    rounds,
  };
};
