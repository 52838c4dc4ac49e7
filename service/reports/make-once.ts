import { reportsOverloaded } from './report-problems.ts';

type Making<Made> = { result: Promise<Made>; readers: number; allGone: AbortController };

/** Makes what `key` stands for, or waits with others for whom it is being made. `make` is told when nobody waits any more. */
export type MakeOnce<Made> = (
  key: string,
  gone: AbortSignal,
  make: (allGone: AbortSignal) => Promise<Made>,
) => Promise<Made>;

/**
 * Who asks for what is being made already gets the same, so that many readers cost as much as one. Nothing is kept: who
 * asks when it is made has it made anew.
 */
export const createMakeOnce = <Made>(mostReaders: number): MakeOnce<Made> => {
  const underWay = new Map<string, Making<Made>>();

  const forget = (key: string, making: Making<Made>) => {
    if (underWay.get(key) === making) underWay.delete(key);
  };
  const begin = (key: string, make: (allGone: AbortSignal) => Promise<Made>): Making<Made> => {
    const allGone = new AbortController();
    const making = { readers: 0, allGone, result: make(allGone.signal) };
    const end = () => forget(key, making);
    making.result.then(end, end);
    underWay.set(key, making);
    return making;
  };
  return async (key, gone, make) => {
    if (gone.aborted) throw reportsOverloaded();
    const making = underWay.get(key) ?? begin(key, make);
    if (making.readers === mostReaders) throw reportsOverloaded();
    making.readers++;
    const leave = () => {
      if (--making.readers > 0) return;
      // Whoever comes now is not to wait for what is given up.
      forget(key, making);
      making.allGone.abort();
    };
    gone.addEventListener('abort', leave, { once: true });
    try {
      return await making.result;
    } finally {
      gone.removeEventListener('abort', leave);
    }
  };
};
