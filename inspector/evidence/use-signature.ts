import { type RefObject, useEffect, useRef, useState } from 'react';
import Pad, { type PointGroup } from 'signature_pad';
import { INK_COLOR, scaleStrokes } from './signature-image.ts';

/** Records strokes on a canvas. They scale with it, for example when the phone is rotated. */
export const useSignature = (canvas: RefObject<HTMLCanvasElement | null>) => {
  const pad = useRef<Pad>(undefined);
  const width = useRef(0);
  const [isEmpty, setEmpty] = useState(true);

  useEffect(() => {
    const element = canvas.current!;
    const signaturePad = new Pad(element, { penColor: INK_COLOR, minWidth: 1, maxWidth: 3 });
    pad.current = signaturePad;
    signaturePad.addEventListener('endStroke', () => setEmpty(false));
    const fitToCanvas = () => {
      const { clientWidth, clientHeight } = element;
      // A hidden canvas has no size.
      if (clientWidth === 0 || clientWidth === width.current) return;
      const strokes = scaleStrokes(
        signaturePad.toData(),
        width.current === 0 ? 1 : clientWidth / width.current,
      );
      const density = Math.max(1, globalThis.devicePixelRatio);
      element.width = clientWidth * density;
      element.height = clientHeight * density;
      element.getContext('2d')?.scale(density, density);
      width.current = clientWidth;
      signaturePad.fromData(strokes);
    };
    const observer = new ResizeObserver(fitToCanvas);
    observer.observe(element);
    fitToCanvas();
    return () => {
      observer.disconnect();
      signaturePad.off();
    };
  }, [canvas]);

  return {
    isEmpty,
    getStrokes: (): readonly PointGroup[] => pad.current?.toData() ?? [],
    getWidth: () => width.current,
    undo: () => {
      const strokes = pad.current?.toData().slice(0, -1) ?? [];
      pad.current?.fromData(strokes);
      setEmpty(strokes.length === 0);
    },
    clear: () => {
      pad.current?.clear();
      setEmpty(true);
    },
  };
};
