import { type PointerEvent, useEffect, useRef } from 'react';
import { sizeOf } from './downscale-picture.ts';
import type { Tool } from './MarkTools.tsx';
import { createMark, drawMarks, type Mark, type MarkColor, type Point } from './marks.ts';
import classes from './PictureAnnotator.module.css';

type Props = {
  picture: ImageBitmap | HTMLImageElement;
  label: string;
  marks: readonly Mark[];
  tool: Tool;
  color: MarkColor;
  onMark: (mark: Mark) => void;
  /** Called with the tapped point when the text tool is selected. */
  onTap: (point: Point) => void;
};

export const PictureCanvas = ({ picture, label, marks, tool, color, onMark, onTap }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointerPath = useRef<Point[]>([]);

  const draw = (unfinishedMark?: Mark) => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.drawImage(picture, 0, 0);
    drawMarks(context, unfinishedMark ? [...marks, unfinishedMark] : marks, sizeOf(picture));
  };
  useEffect(() => draw());

  const createCurrentMark = () =>
    tool === 'text' ? undefined : createMark(tool, color, pointerPath.current, sizeOf(picture));
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    // Ignores additional fingers and the palm.
    if (!event.isPrimary || event.button !== 0) return;
    if (tool === 'text') return onTap(toPoint(event));
    event.currentTarget.setPointerCapture(event.pointerId);
    pointerPath.current = [toPoint(event)];
    draw(createCurrentMark());
  };
  // Draws without re-rendering: React cannot keep up with a moving finger.
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.isPrimary || pointerPath.current.length === 0) return;
    pointerPath.current.push(toPoint(event));
    draw(createCurrentMark());
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.isPrimary) return;
    const mark = createCurrentMark();
    reset();
    if (mark) onMark(mark);
  };
  const reset = () => {
    pointerPath.current = [];
    draw();
  };
  return (
    <canvas
      ref={canvas}
      className={classes.picture}
      role="img"
      aria-label={label}
      {...sizeOf(picture)}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={reset}
    />
  );
};

/** Converts an event's position to picture pixels. */
const toPoint = (event: PointerEvent<HTMLCanvasElement>): Point => {
  const canvas = event.currentTarget;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return {
    x: ((event.clientX - left) / width) * canvas.width,
    y: ((event.clientY - top) / height) * canvas.height,
  };
};
