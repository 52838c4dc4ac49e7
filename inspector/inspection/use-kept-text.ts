import { useEffect, useMemo, useRef, useState } from 'react';
import { createTextKeeper, type TextState } from './text-keeper.ts';
import { useUnkept } from './unkept.ts';

/**
 * A text field that keeps what is typed into it. `kept` is what stands on the device; `keep` resolves when it lies there, to
 * false when it is no answer.
 */
export const useKeptText = (kept: string, keep: (text: string) => Promise<boolean>) => {
  const [state, setState] = useState<TextState>({ draft: null, is: 'kept' });
  const latest = useRef(keep);
  latest.current = keep;
  const unkept = useUnkept();
  const keeper = useMemo(() => {
    const own = {};
    return createTextKeeper(
      (text) => latest.current(text),
      (next) => {
        unkept.set(own, next.is === 'unkept');
        setState(next);
      },
    );
  }, [unkept]);

  useEffect(() => {
    const flush = () => keeper.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [keeper]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useEffect(() => keeper.keptChanged(), [keeper, kept]);

  return {
    isRefused: state.is === 'refused',
    field: {
      value: state.draft ?? kept,
      onChange: (event: { currentTarget: { value: string } }) => keeper.type(event.currentTarget.value),
      onFocus: keeper.enter,
      onBlur: () => {
        keeper.leave();
        keeper.keptChanged();
      },
    },
  };
};
