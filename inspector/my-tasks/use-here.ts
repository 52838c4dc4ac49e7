import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import { usePositionSearch } from '#inspector/position/use-position-search.ts';
import { keepFact, readFact } from '#inspector/store/facts.ts';

/** Metres. Enough to choose where to go next; better costs time and battery. */
const GOOD_ENOUGH = 100;
/** Milliseconds after which a position is taken anew when somebody asks for distances. */
const OLD = 5 * 60_000;

/** Where the device was last, and a way to find out anew. Nothing is asked of it before somebody taps. */
export const useHere = () => {
  const { store } = useDevice();
  const here = useLiveQuery(() => readFact(store, 'here'), [store]);
  const search = usePositionSearch((location) =>
    keepFact(store, 'here', { location, takenAt: new Date(store.now()).toISOString() }),
  );
  const { best, takeBest, start } = search;
  const isGoodEnough = best?.accuracy !== undefined && best.accuracy <= GOOD_ENOUGH;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its end, not the way to end it
  useEffect(() => {
    if (isGoodEnough) takeBest();
  }, [isGoodEnough]);
  return {
    here,
    search,
    takeWhenOld: () => {
      if (!here || store.now() - Date.parse(here.takenAt) > OLD) start();
    },
  };
};

export type Here = ReturnType<typeof useHere>;
