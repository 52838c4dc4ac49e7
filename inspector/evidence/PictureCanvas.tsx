import { type PointerEvent, useEffect, useRef } from 'react';
import classes from './AnnotatePicture.module.css';
import type { Tool } from './MarkTools.tsx';
import { drawMarks, type Mark, type MarkColour, type Point, traceMark } from './marks.ts';
import { sizeOf } from './reduce-picture.ts';

/** The picture in its own pixels, as large as there is room, and what fingers, pens and mice draw on it. */
export const PictureCanvas = ({
  picture,
  label,
  marks,
  tool,
  colour,
  onMark,
  onTap,
}: {
  picture: ImageBitmap | HTMLImageElement;
  label: string;
  marks: readonly Mark[];
  tool: Tool;
  colour: MarkColour;
  onMark: (mark: Mark) => void;
  /** Where somebody wants text. */
  onTap: (at: Point) => void;
}) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const trace = useRef<Point[]>([]);

  const draw = (unfinished?: Mark) => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.drawImage(picture, 0, 0);
    drawMarks(context, unfinished ? [...marks, unfinished] : marks, sizeOf(picture));
  };
  useEffect(() => draw());

  const traced = () =>
    tool === 'text' ? undefined : traceMark(tool, colour, trace.current, sizeOf(picture));
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    // A second finger, or the palm of the hand, draws nothing.
    if (!event.isPrimary || event.button !== 0) return;
    if (tool === 'text') return onTap(pointOf(event));
    event.currentTarget.setPointerCapture(event.pointerId);
    trace.current = [pointOf(event)];
    draw(traced());
  };
  // Drawn past React: fingers move faster than it renders, and no point may be lost.
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.isPrimary || trace.current.length === 0) return;
    trace.current.push(pointOf(event));
    draw(traced());
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.isPrimary) return;
    const mark = traced();
    forget();
    if (mark) onMark(mark);
  };
  const forget = () => {
    trace.current = [];
    draw();
  };
  return (
    <canvas
      ref={canvas}
      className={classes.picture}
      role="img"
      aria-label={label}
      {...sizeOf(picture)}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={forget}
    />
  );
};

/** Where of the picture, in its pixels. */
const pointOf = (event: PointerEvent<HTMLCanvasElement>): Point => {
  const canvas = event.currentTarget;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return {
    x: ((event.clientX - left) / width) * canvas.width,
    y: ((event.clientY - top) / height) * canvas.height,
  };
};
