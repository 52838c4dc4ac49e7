import type { Field } from '#contract/workbook-definition.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { checkAnswers } from '#workbook-engine/check-answer.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { findCompletionIssues } from '#workbook-engine/completion-issues.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import type { LoadReport } from './load.ts';
import { type Benchmark, computeSpread, formatRate } from './measurement.ts';

const PART_COUNT = 12;
const RUNS_PER_TIME_CHECK = 200;
const CONTEXT = {
  now: Date.parse('2026-03-01T12:00:00Z'),
  timeZone: 'Europe/Amsterdam',
  language: 'en',
};

/** Creates five fields for a part of a bridge: a choice, a number, a conditional text, a date and a calculation. */
const createFields = (part: number): Field[] => [
  {
    name: `Verdict${part}`,
    type: 'singleChoice',
    choices: [{ value: 'pass' }, { value: 'fail' }, { value: 'na' }],
    required: true,
    failWhen: ". = 'fail'",
  },
  { name: `Height${part}`, type: 'decimal', min: 0, max: 10, required: true, constraint: '. >= 0.5' },
  { name: `Reason${part}`, type: 'text', relevant: `\${Verdict${part}} = 'fail'`, required: true },
  { name: `Seen${part}`, type: 'date', constraint: '. <= today()' },
  { name: `Area${part}`, type: 'calculated', calculation: `round(\${Height${part}} * 2.5, 2)` },
];

const createAnswers = (part: number): Answers => ({
  [`Verdict${part}`]: part % 3 === 0 ? 'fail' : 'pass',
  [`Height${part}`]: 1 + part / 10,
  [`Reason${part}`]: 'Rust along the whole railing',
  [`Seen${part}`]: '2026-02-01',
});

/**
 * Measures only the workbook engine, in this process. Compares validating and evaluating sixty fields with parsing the
 * same answers from JSON. At the target of 50,000 evaluations per second, a phone can evaluate the whole form on every
 * keystroke.
 */
export const evaluateAnswersBenchmark: Benchmark = {
  id: 'E1',
  run: async (setup) => {
    const parts = Array.from({ length: PART_COUNT }, (_, part) => part);
    const { form } = compileForm({ fields: parts.flatMap(createFields) });
    const answers: Answers = Object.assign({}, ...parts.map(createAnswers));
    const json = JSON.stringify(answers);
    const evaluate = () =>
      checkAnswers(form.index, answers).issues.length +
      findCompletionIssues(fillForm(form, answers, CONTEXT)).length;

    const rounds: Record<string, LoadReport>[] = [];
    for (let round = 1; round <= setup.options.rounds; round++) {
      const engine = runRepeatedly(evaluate, setup.options.seconds);
      const baseline = runRepeatedly(() => (JSON.parse(json) === null ? 1 : 0), setup.options.seconds);
      rounds.push({ engine, baseline });
      setup.log(
        `E1 evaluate 60 answers, round ${round}: ${formatRate(engine.perSecond)} compared with ${formatRate(baseline.perSecond)}`,
      );
    }
    const computeMedian = (side: 'engine' | 'baseline') =>
      computeSpread(rounds.map((round) => round[side]!.perSecond)).median;
    return {
      id: 'E1',
      work: 'evaluate 60 answers',
      ratio: computeSpread(rounds.map(({ engine, baseline }) => engine!.perSecond / baseline!.perSecond)),
      target: 0.15,
      measured: formatRate(computeMedian('engine')),
      against: `${formatRate(computeMedian('baseline'))} with JSON.parse`,
      errors: rounds.reduce((sum, { engine }) => sum + engine!.errors, 0),
      note: 'the workbook engine in one thread; the baseline parses the same answers from JSON. The target is 50,000/s',
      rounds,
    };
  },
};

/** Calls `evaluate` repeatedly for this many seconds. `evaluate` returns its number of errors, which should be 0. */
const runRepeatedly = (evaluate: () => number, seconds: number): LoadReport => {
  const startedAt = performance.now();
  let runCount = 0;
  let errorCount = 0;
  while (performance.now() - startedAt < seconds * 1_000) {
    for (let index = 0; index < RUNS_PER_TIME_CHECK; index++) errorCount += evaluate();
    runCount += RUNS_PER_TIME_CHECK;
  }
  const runsPerSecond = (runCount * 1_000) / (performance.now() - startedAt);
  const milliseconds = 1_000 / runsPerSecond;
  return {
    responses: runCount,
    perSecond: runsPerSecond,
    p50: milliseconds,
    p99: milliseconds,
    errors: errorCount,
  };
};
