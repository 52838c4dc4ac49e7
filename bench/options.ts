import { parseArgs } from 'node:util';

export const USAGE = `npm run bench -- [--only IDS] [--seconds N] [--rounds N]

Measures the service against the floor, side by side in one run, prints a table and writes bench/results.json.
PostgreSQL is the embedded one, in a temporary folder, or where DATABASE_URL says, in a database of the bench's own.

  --only IDS   what to measure, separated by commas, such as P1,P3
  --seconds N  length of each turn, 1 to 600 (4)
  --rounds N   turns of each side, 1 to 100 (5)
  --help       this text

Exit code: 0 when everything was measured, however slow; 1 when an answer was wrong; 2 for a wrong argument.
`;

export type Options = { only: ReadonlySet<string>; seconds: number; rounds: number };

/** An argument that cannot be used, told by its name. */
export class OptionError extends Error {}

/** The options of a run, or `help`. Throws OptionError. */
export const readOptions = (args: readonly string[], ids: readonly string[]): Options | 'help' => {
  const { values } = parse(args);
  if (values.help) return 'help';
  const only = values.only === undefined ? ids : values.only.toUpperCase().split(',');
  const unknown = only.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new OptionError(`--only names '${unknown}'; there are ${ids.join(', ')}.`);
  }
  return {
    only: new Set(only),
    seconds: wholeNumber('--seconds', values.seconds, 600),
    rounds: wholeNumber('--rounds', values.rounds, 100),
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        seconds: { type: 'string', default: '4' },
        rounds: { type: 'string', default: '5' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
};

const wholeNumber = (name: string, text: string, most: number): number => {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) {
    throw new OptionError(`${name} is '${text}'; it must be a whole number from 1 to ${most}.`);
  }
  return value;
};
