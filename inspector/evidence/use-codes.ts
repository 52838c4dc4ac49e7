import { type RefObject, useEffect, useState } from 'react';
import { isSameJson } from '#workbook-engine/json.ts';
import { loadDetector } from './detect-codes.ts';

/** Pause between detections: short enough for a shaky hand, long enough to save battery. */
const PAUSE_MS = 120;

/** Requires the same codes twice in a row: a scratched barcode reads differently each time. */
export const useDetectedCodes = (
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
): readonly string[] | 'unavailable' => {
  const [codes, setCodes] = useState<readonly string[] | 'unavailable'>([]);
  useEffect(() => {
    if (!isOn) return undefined;
    setCodes([]);
    const abortController = new AbortController();
    const search = async () => {
      const detect = await loadDetector();
      let previousCodes: string[] = [];
      while (!abortController.signal.aborted) {
        const detectedCodes = video.current ? await detect(video.current).catch(() => []) : [];
        if (abortController.signal.aborted) return;
        if (detectedCodes.length > 0 && isSameJson(detectedCodes, previousCodes))
          return setCodes(detectedCodes);
        previousCodes = detectedCodes;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    search().catch(() => !abortController.signal.aborted && setCodes('unavailable'));
    return () => abortController.abort();
  }, [video, isOn]);
  return codes;
};
