import { parseArgs } from 'node:util';

export const USAGE = `npm run bench -- [--only IDS] [--seconds N] [--rounds N]

Compares the service with a minimal baseline server in one run, prints a table and writes bench/results.json.
Uses an embedded PostgreSQL in a temporary folder, or a new database on the server in DATABASE_URL.

  --only IDS   measurements to run, separated by commas, such as P1,P3; G9, which takes long, runs only if named
  --seconds N  duration of each server's turn in a round, 1 to 600 (default: 4, and 60 for P7)
  --rounds N   number of rounds, 1 to 100 (default: 5)
  --changes N  number of changes for G1, 20,000 to 10,000,000 (default: 1,000,000)
  --help       show this text

Exit codes: 0 all measurements completed, whatever the results; 1 a response was wrong; 2 invalid argument.
`;

export type Options = {
  only: ReadonlySet<string>;
  seconds: number;
  mixedSeconds: number;
  rounds: number;
  changes: number;
};

export class OptionError extends Error {}

/** Returns the options for a run, or `help`. Throws an OptionError if an argument is invalid. */
export const readOptions = (
  args: readonly string[],
  { ids, defaultIds }: { ids: readonly string[]; defaultIds: readonly string[] },
): Options | 'help' => {
  const { values } = parse(args);
  if (values.help) return 'help';
  const only = values.only === undefined ? defaultIds : values.only.toUpperCase().split(',');
  const unknown = only.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new OptionError(
      `--only contains '${unknown}', which does not exist. The measurements are ${ids.join(', ')}.`,
    );
  }
  return {
    only: new Set(only),
    seconds: parseInteger('--seconds', values.seconds ?? '4', { max: 600 }),
    mixedSeconds: parseInteger('--seconds', values.seconds ?? '60', { max: 600 }),
    rounds: parseInteger('--rounds', values.rounds, { max: 100 }),
    changes: parseInteger('--changes', values.changes, { min: 20_000, max: 10_000_000 }),
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        seconds: { type: 'string' },
        rounds: { type: 'string', default: '5' },
        changes: { type: 'string', default: '1000000' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
};

const parseInteger = (
  name: string,
  text: string,
  { min = 1, max }: { min?: number; max: number },
): number => {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (value < min || value > max) {
    throw new OptionError(`${name} is '${text}'. It must be an integer from ${min} to ${max}.`);
  }
  return value;
};
