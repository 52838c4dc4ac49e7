import type { Field } from '#contract/workbook-definition.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { checkAnswers } from '#workbook-engine/check-answer.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { completionFaults } from '#workbook-engine/completion-faults.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import type { LoadReport } from './load.ts';
import { type Measure, perSecond, spreadOf } from './measurement.ts';

const PARTS = 12;
const BETWEEN_LOOKS = 200;
const CIRCUMSTANCES = {
  now: Date.parse('2026-03-01T12:00:00Z'),
  timeZone: 'Europe/Amsterdam',
  language: 'en',
};

/** Five fields for each part of a bridge: a verdict, a measure, a reason that is asked of some, a day and a sum. */
const fieldsOf = (part: number): Field[] => [
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

const answersOf = (part: number): Answers => ({
  [`Verdict${part}`]: part % 3 === 0 ? 'fail' : 'pass',
  [`Height${part}`]: 1 + part / 10,
  [`Reason${part}`]: 'Rust along the whole railing',
  [`Seen${part}`]: '2026-02-01',
});

/**
 * The engine alone, in this process: sixty fields are checked and judged, against reading the same answers from JSON.
 * 50,000 a second are wanted of it, so that a phone can judge the whole form at each key that is pressed.
 */
export const judgeAnswers: Measure = {
  id: 'E1',
  take: async (bench) => {
    const parts = Array.from({ length: PARTS }, (_, part) => part);
    const { form } = compileForm({ fields: parts.flatMap(fieldsOf) });
    const answers: Answers = Object.assign({}, ...parts.map(answersOf));
    const text = JSON.stringify(answers);
    const judge = () =>
      checkAnswers(form.index, answers).faults.length +
      completionFaults(fillForm(form, answers, CIRCUMSTANCES)).length;

    const rounds: Record<string, LoadReport>[] = [];
    for (let round = 1; round <= bench.options.rounds; round++) {
      const engine = turn(judge, bench.options.seconds);
      const floor = turn(() => (JSON.parse(text) === null ? 1 : 0), bench.options.seconds);
      rounds.push({ engine, floor });
      bench.tell(
        `E1 judge 60 answers, round ${round}: ${perSecond(engine.perSecond)} against ${perSecond(floor.perSecond)}`,
      );
    }
    const middle = (side: 'engine' | 'floor') => spreadOf(rounds.map((each) => each[side]!.perSecond)).median;
    return {
      id: 'E1',
      work: 'judge 60 answers',
      ratio: spreadOf(rounds.map(({ engine, floor }) => engine!.perSecond / floor!.perSecond)),
      target: 0.15,
      measured: perSecond(middle('engine')),
      against: `${perSecond(middle('floor'))} by JSON.parse`,
      errors: rounds.reduce((sum, { engine }) => sum + engine!.errors, 0),
      note: 'the workbook engine in one thread; the floor reads the same answers from their text. 50,000/s are wanted',
      rounds,
    };
  },
};

/** Does something for some seconds; what it answers counts the faults, of which there should be none. */
const turn = (work: () => number, seconds: number): LoadReport => {
  const start = performance.now();
  let done = 0;
  let errors = 0;
  while (performance.now() - start < seconds * 1_000) {
    for (let each = 0; each < BETWEEN_LOOKS; each++) errors += work();
    done += BETWEEN_LOOKS;
  }
  const perSecondDone = (done * 1_000) / (performance.now() - start);
  const milliseconds = 1_000 / perSecondDone;
  return { perSecond: perSecondDone, p50: milliseconds, p99: milliseconds, errors };
};
