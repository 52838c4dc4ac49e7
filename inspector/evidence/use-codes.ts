import { type RefObject, useEffect, useState } from 'react';
import { loadDetector } from './detect-codes.ts';
import { areSameCodes, type FoundCode } from './found-code.ts';

/** Between two looks: often enough for a hand that shakes, seldom enough for a battery. */
const PAUSE_MS = 120;

/**
 * The codes in a video, once the same were seen twice; empty until then. 'missing': nothing here can read codes. Looks while
 * `isOn`, which also begins anew.
 */
export const useCodes = (
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
): readonly FoundCode[] | 'missing' => {
  const [codes, setCodes] = useState<readonly FoundCode[] | 'missing'>([]);
  useEffect(() => {
    if (!isOn) return undefined;
    setCodes([]);
    const leaving = new AbortController();
    const look = async () => {
      const detect = await loadDetector();
      let before: FoundCode[] = [];
      while (!leaving.signal.aborted) {
        const seen = video.current ? await detect(video.current).catch(() => []) : [];
        if (leaving.signal.aborted) return;
        if (seen.length > 0 && areSameCodes(seen, before)) return setCodes(seen);
        before = seen;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    look().catch(() => !leaving.signal.aborted && setCodes('missing'));
    return () => leaving.abort();
  }, [video, isOn]);
  return codes;
};
